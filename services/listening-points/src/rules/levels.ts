import { RULES } from './numbers.ts'

const { step, names } = RULES.levels

export interface Level {
  level: number
  levelName: string
  pointsToNextLevel: number
}

export const levelOf = (points: number) => Math.floor(points / step) + 1

/** The level that so many points are, its name, and what the next one still takes. */
export const describeLevel = (points: number): Level => ({
  level: levelOf(points),
  levelName: names.findLast(({ from }) => points >= from)?.name ?? names[0].name,
  pointsToNextLevel: step - (points % step),
})

/** As the product brief has it: one week of streak for every seven episodes in the history. */
export const weekStreak = (historyCount: number) => Math.floor(historyCount / 7)
