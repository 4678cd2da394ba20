// @ts-check
// Short synthesised sounds; nothing is downloaded. They begin after the user's first touch, as browsers require.

/** @type {AudioContext | null} */
let context = null;

/** Each sound: tones as [start s, length s, from Hz, to Hz, loudness]. @type {Record<string, number[][]>} */
const SOUNDS = {
  play: [[0, 0.06, 420, 240, 0.14]],
  deal: [[0, 0.035, 900, 500, 0.05]],
  turn: [
    [0, 0.12, 660, 660, 0.12],
    [0.13, 0.16, 880, 880, 0.12],
  ],
  refuse: [[0, 0.16, 190, 140, 0.14]],
  call: [
    [0, 0.1, 520, 780, 0.16],
    [0.1, 0.18, 780, 780, 0.16],
  ],
  win: [
    [0, 0.14, 523, 523, 0.12],
    [0.14, 0.14, 659, 659, 0.12],
    [0.28, 0.3, 784, 784, 0.12],
  ],
  low: [[0, 0.3, 300, 200, 0.1]],
  chat: [[0, 0.07, 980, 980, 0.06]],
};

export function allowSounds() {
  if (!globalThis.AudioContext) return;
  context ??= new AudioContext();
  void context.resume();
}

/** @param {string} name @param {boolean} on */
export function sound(name, on = true) {
  if (!on || !context || context.state !== "running") return;
  for (const [start, length, from, to, loudness] of SOUNDS[name] ?? []) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
