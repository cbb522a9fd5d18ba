import type { Milestone } from '@griot/contracts/points'
import type { Db } from '@griot/service-kit/db'
import type { ReadBalance } from '../ledger/balances.ts'
import { RULES } from '../rules/numbers.ts'
import { readDayStreak } from './milestones.queries.ts'

const { episodes, streakDays, points } = RULES.milestones

/** How far someone is towards the achievements that are only announced yet. */
export const listMilestones = async (db: Db, readBalance: ReadBalance, userId: string): Promise<Milestone[]> => {
  const [balance, streak] = await Promise.all([readBalance(userId), readDayStreak(db, userId, streakDays)])
  const milestones = [
    {
      id: 'episode-master',
      name: 'Episode Master',
      goal: `Complete ${episodes} episodes`,
      reached: balance.episodesCompleted,
      target: episodes,
    },
    {
      id: 'streak-legend',
      name: 'Streak Legend',
      goal: `${streakDays}-day listening streak`,
      reached: streak,
      target: streakDays,
    },
    {
      id: 'point-collector',
      name: 'Point Collector',
      goal: `Earn ${points.toLocaleString('en-US')} total points`,
      reached: balance.totalPoints,
      target: points,
    },
  ]
  return milestones.map((milestone) => ({ ...milestone, reached: Math.min(milestone.reached, milestone.target) }))
}
