// @ts-check
// What the table itself says. Names of options, events and refusals are in texts/.

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  "zh-CN": {
    hearts: "红桃", spades: "黑桃", clubs: "梅花", diamonds: "方块", trump: "主牌", none: "无主", unknown: "未亮主",
    small: "小王", big: "大王",
    single: "单张", pair: "对子", consecutive_pairs: "{k} 连对", flash: "闪", thunder: "震", straight: "雨", mixed: "甩牌", cards: "{n} 张",
    play: "出牌：{what}", follow: "跟牌：{n} 张", choose: "选牌出", "choose.n": "选 {n} 张", waiting: "等待 {name}", throw: "确定甩牌？可能失败",
    rotate: "横过来，牌更大", hint: "提示", clear: "取消", last: "上一墩", pass: "过",
    declare: "亮主：一王带一对", counter: "反主：一对王带一对", stick: "粘主：一王带连对", declared: "{name} 亮主", countered: "{name} 反主", stuck: "{name} 粘主",
    "no.joker": "缺王", "no.jokers": "缺对王", "no.pair": "缺对", "no.stick": "没有可粘的牌", claim: "我要粘", give: "选三张回给 {name}：一张大主、两张副牌", "give.now": "粘主，回 {n}/{of} 张",
    bury: "扣底 {n}/{of}", "bury.points": "确定扣 {points} 分？", burying: "{name} 正在扣底", "bury.you": "选 {n} 张扣底", bottom: "底牌",
    dealing: "发牌中", declaring: "等待亮主", countering: "等待反主", sticking: "等待粘主", claiming: "{name} 正在选择粘牌", playing: "轮到 {name}", "playing.you": "轮到你出牌", throw_choice: "{name} 指定甩牌", "throw_choice.you": "指定对方必须出的牌",
    round_end: "本局结束", match_end: "比赛结束",
    level: "级", points: "分", us: "我方", them: "对方", teamA: "甲队", teamB: "乙队", dealer: "庄", leader: "首", winner: "当前最大", left: "{n} 张",
    "duty.any": "缺门：任意 {n} 张", "duty.all": "{suit} 全部出完，再任意 {n} 张", "duty.suit": "须跟 {suit} {n} 张", "duty.shape": "须跟 {suit}：{shapes}（{n} 张）", pairs: "对子 ×{n}", must: "必出", isTrump: "主牌", chosen: "已选",
    auto: "托管中", "auto.off": "取消托管", "auto.on": "托管", away: "离线", gone: "已离开", bot: "机器人", next: "下一局", wait: "等待其他人", show: "查看牌桌", results: "结果",
    failed: "甩牌失败", "result.dealer": "庄家方守住", "result.defenders": "闲家方上台", steps: "升 {n} 级", nosteps: "不升级", "points.got": "闲家得分 {n}", "bottom.by": "底牌 {b} 分 × {m}", "bottom.none": "未抠底，底牌 {b} 分", levels: "级数", nextDealer: "下一局庄家：{name}", champion: "{team} 获胜！",
    hand: "你的手牌，{n} 张", slot: "{name} 出的牌", nobody: "还没出牌", trick: "{name} 赢，{points} 分", taken: "底", shown: "亮出", counts: "剩余张数：",
  },
  "en-US": {
    hearts: "hearts", spades: "spades", clubs: "clubs", diamonds: "diamonds", trump: "trump", none: "no trump", unknown: "no trump yet",
    small: "small joker", big: "big joker",
    single: "single", pair: "pair", consecutive_pairs: "{k} pairs in a row", flash: "flash", thunder: "thunder", straight: "rain", mixed: "throw", cards: "{n} cards",
    play: "Play {what}", follow: "Follow: {n}", choose: "Choose cards", "choose.n": "Choose {n}", waiting: "{name} to play", throw: "Throw? It may fail",
    rotate: "Turn the phone for larger cards", hint: "Hint", clear: "Clear", last: "Last trick", pass: "Pass",
    declare: "Declare: a joker and a pair", counter: "Counter: two equal jokers and a pair", stick: "Stick: a joker and two pairs in a row", declared: "{name} declares", countered: "{name} counters", stuck: "{name} sticks",
    "no.joker": "no joker", "no.jokers": "no joker pair", "no.pair": "no pair", "no.stick": "nothing to stick with", claim: "Let me stick", give: "Give {name} three cards: one high trump, two plain", "give.now": "Stick, give {n}/{of}",
    bury: "Bury {n}/{of}", "bury.points": "Bury {points} points?", burying: "{name} is burying", "bury.you": "Bury {n} cards", bottom: "Bottom",
    dealing: "Dealing", declaring: "Who declares?", countering: "Who counters?", sticking: "Who sticks?", claiming: "{name} chooses cards to stick", playing: "{name} to play", "playing.you": "Your turn", throw_choice: "{name} chooses of the throw", "throw_choice.you": "Choose what must be led",
    round_end: "End of the round", match_end: "End of the match",
    level: "Level", points: "Points", us: "Us", them: "Them", teamA: "Team A", teamB: "Team B", dealer: "D", leader: "1st", winner: "winning", left: "{n} cards",
    "duty.any": "None left: any {n}", "duty.all": "All your {suit}, and any {n}", "duty.suit": "Follow {suit}: {n}", "duty.shape": "Follow {suit}: {shapes} ({n})", pairs: "pairs ×{n}", must: "must play", isTrump: "trump", chosen: "chosen",
    auto: "Auto-play", "auto.off": "Play myself", "auto.on": "Auto-play", away: "away", gone: "left", bot: "bot", next: "Next round", wait: "Waiting for the others", show: "Show the table", results: "Results",
    failed: "The throw fails", "result.dealer": "The dealers hold the deal", "result.defenders": "The defenders take the deal", steps: "climb {n}", nosteps: "no climb", "points.got": "Points of the defenders: {n}", "bottom.by": "Bottom: {b} × {m}", "bottom.none": "Bottom not captured ({b} points)", levels: "Levels", nextDealer: "Next dealer: {name}", champion: "{team} wins!",
    hand: "Your hand, cards: {n}", slot: "Cards of {name}", nobody: "nothing played yet", trick: "{name} wins, points: {points}", taken: "b", shown: "shown", counts: "Cards left: ",
  },
};

/** @param {() => string} language */
export function words(language) {
  return (/** @type {string} */ key, /** @type {Record<string, any>} */ params = {}) =>
    (WORDS[language()]?.[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
}
