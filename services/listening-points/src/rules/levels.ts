import { RULES } from './rules.ts'

const { step, names } = RULES.levels

export const levelOf = (points: number) => Math.floor(points / step) + 1

export const describeLevel = (points: number) => ({
  level: levelOf(points),
  levelName: names.findLast(({ from }) => points >= from)?.name ?? names[0].name,
  pointsToNextLevel: step - (points % step),
})

/** As specified: one week of streak for every seven episodes in the history. */
export const weekStreak = (historyCount: number) => Math.floor(historyCount / 7)
