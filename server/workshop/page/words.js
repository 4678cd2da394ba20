// @ts-check
// What the page says itself, in the language of the browser. What games and their mistakes say is theirs.

const EN = {
  workshop: "Workshop",
  gallery: "Gallery",
  steps: "Steps",
  step: "Step",
  close: "Click to close",
  game: "Game",
  preset: "Preset",
  players: "Players",
  seed: "Seed",
  chance: "by chance",
  deal: "Deal",
  moment: "Moment",
  room: "Room",
  now: "Now",
  on: "Play on from here",
  save: "Save this moment",
  legal: "Why a move is legal or not",
  told: "What everybody was told",
  seat: "Seat",
  action: "Action",
  try: "Try",
  bytes: "Bytes",
  acts: "to act",
  unseated: "Those without a seat",
  theRoom: "the room",
  states: "{n} states of {game}",
  isNow: "{at} / {steps}, now",
  isLegal: "legal {what}",
  are: "Legal: {n}",
  refused: "{n} refused: {text}",
  weighs: "{whom}: {n} bytes",
  place: "Seat {n}",
  bot: " (bot, {level})",
};

/** @type {typeof EN} */
const ZH = {
  workshop: "工作台",
  gallery: "状态画廊",
  steps: "步骤",
  step: "步骤",
  close: "点击关闭",
  game: "游戏",
  preset: "预设",
  players: "人数",
  seed: "种子",
  chance: "随机",
  deal: "发牌",
  moment: "存档",
  room: "房间",
  now: "回到现在",
  on: "从这里接着打",
  save: "保存此刻",
  legal: "这步为什么合法或不合法",
  told: "每个座位收到了什么",
  seat: "座位",
  action: "操作",
  try: "试一下",
  bytes: "字节",
  acts: "轮到",
  unseated: "没有座位的人",
  theRoom: "房间",
  states: "{game} 的 {n} 个状态",
  isNow: "{at} / {steps}，现在",
  isLegal: "合法 {what}",
  are: "合法：{n}",
  refused: "被拒绝 {n} 个：{text}",
  weighs: "{whom}：{n} 字节",
  place: "座位 {n}",
  bot: "（电脑，{level}）",
};

const chinese = navigator.language.toLowerCase().startsWith("zh");
const words = chinese ? ZH : EN;
document.documentElement.lang = chinese ? "zh-CN" : "en-US";

/**
 * The sentence, with what belongs in its braces.
 * @param {keyof typeof EN} key @param {Record<string, unknown>} [about]
 */
export const w = (key, about = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => `${about[name]}`);
