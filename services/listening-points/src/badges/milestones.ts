import type { Milestone } from '@griot/contracts/points'
import type { Db } from '@griot/service-kit/db/db'
import { readBalance } from '../ledger/history.queries.ts'
import { BADGES, RULES } from '../rules/rules.ts'
import { readDayStreak } from './milestones.queries.ts'

const { episodes, streakDays, points } = RULES.milestones
const EPISODE_MASTER = BADGES.find(({ id }) => id === 'episode-master')

/** Progress towards the achievements that are announced but earn nothing yet. */
export const listMilestones = async (db: Db, userId: string): Promise<Milestone[]> => {
  const [balance, streak] = await Promise.all([readBalance(db, userId), readDayStreak(db, userId, streakDays)])
  const milestones = [
    {
      id: 'episode-master-2',
      name: `${EPISODE_MASTER?.name} II`,
      goal: `Complete ${episodes} episodes`,
      reached: balance.episodesCompleted,
      target: episodes,
      unit: 'episodes',
    },
    {
      id: 'streak-legend',
      name: 'Streak Legend',
      goal: `${streakDays}-day listening streak`,
      reached: streak,
      target: streakDays,
      unit: 'days in a row',
    },
    {
      id: 'point-collector',
      name: 'Point Collector',
      goal: `Earn ${points.toLocaleString('en-US')} total points`,
      reached: balance.totalPoints,
      target: points,
      unit: 'points',
    },
  ]
  return milestones.map((milestone) => ({ ...milestone, reached: Math.min(milestone.reached, milestone.target) }))
}
