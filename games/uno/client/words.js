// @ts-check
// What the table itself says. Names of options, events and refusals are in texts/.

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  "zh-CN": {
    red: "红", blue: "蓝", green: "绿", yellow: "黄",
    skip: "跳过", reverse: "反转", draw_two: "+2", wild: "万能", wild_draw_four: "万能 +4",
    play: "出牌：{card}", choose: "选一张牌", draw: "摸牌", take: "摸 {n} 张", pass: "过", end: "结束回合",
    uno: "UNO", called: "已喊 UNO", catch: "抓", challenge: "质疑",
    "challenge.right": "对：{name} 摸 {n} 张", "challenge.wrong": "错：你摸 {n} 张", accept: "接受，摸 {n} 张",
    pile: "摸牌堆，{n} 张", top: "弃牌堆：{card}", color: "当前颜色", cards: "{n} 张", hand: "你的手牌，{n} 张",
    "choose.color": "选择颜色", "choose.target": "和谁换牌？", back: "返回", held: "你有 {n} 张",
    cw: "顺时针", ccw: "逆时针", turn: "轮到 {name}", "turn.you": "轮到你", pending: "待摸 {n} 张",
    round: "第 {n} 局", won: "{name} 赢了这局", "won.match": "{name} 获胜！", drawn: "本局无人获胜",
    next: "下一局", ready: "已准备", points: "本局", total: "总分", show: "查看牌桌", results: "结果",
    revealed: "{name} 的手牌", close: "知道了", bot: "托管", away: "离线", left: "已离开", back2: "取消托管", auto: "机器人正在代打",
    jump: "抢", bluff: "诈", playable: "可出", chosen: "已选", dealer: "庄", counts: "剩余张数：",
  },
  "en-US": {
    red: "red", blue: "blue", green: "green", yellow: "yellow",
    skip: "skip", reverse: "reverse", draw_two: "+2", wild: "wild", wild_draw_four: "wild +4",
    play: "Play {card}", choose: "Choose a card", draw: "Draw", take: "Draw {n}", pass: "Pass", end: "End turn",
    uno: "UNO", called: "UNO called", catch: "Catch", challenge: "Challenge",
    "challenge.right": "If right: {name} draws {n}", "challenge.wrong": "If wrong: you draw {n}", accept: "Accept, draw {n}",
    pile: "Draw pile, cards: {n}", top: "Discard pile: {card}", color: "Colour", cards: "{n} cards", hand: "Your hand, cards: {n}",
    "choose.color": "Choose a colour", "choose.target": "Swap hands with whom?", back: "Back", held: "You hold {n}",
    cw: "clockwise", ccw: "counter-clockwise", turn: "{name} to play", "turn.you": "Your turn", pending: "{n} to draw",
    round: "Round {n}", won: "{name} won the round", "won.match": "{name} wins!", drawn: "Nobody won the round",
    next: "Next round", ready: "Ready", points: "Round", total: "Total", show: "Show the table", results: "Results",
    revealed: "The hand of {name}", close: "Got it", bot: "bot", away: "away", left: "left", back2: "Play myself", auto: "A bot plays for you",
    jump: "in", bluff: "bluff", playable: "playable", chosen: "chosen", dealer: "D", counts: "Cards left: ",
  },
};

/** @param {() => string} language */
export function words(language) {
  return (/** @type {string} */ key, /** @type {Record<string, any>} */ params = {}) =>
    (WORDS[language()]?.[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
}
