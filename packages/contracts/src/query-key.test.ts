import { describe, expect, it } from 'vitest'
import { GetLeaderboard, GetPoints } from './points.ts'
import { isReadOf, keyFor } from './query-key.ts'

describe('the key of a read', () => {
  it('is its URL', () => {
    expect(keyFor(GetPoints, { params: { id: 'me' } })).toEqual(['/api/user/me/points'])
    expect(keyFor(GetLeaderboard, { query: { limit: 5 } })).toEqual(['/api/leaderboard?limit=5'])
  })

  it('matches its endpoint with any query, but not a longer path', () => {
    const isLeaderboard = isReadOf(GetLeaderboard, {})
    expect(isLeaderboard({ queryKey: ['/api/leaderboard?limit=5'] })).toBe(true)
    expect(isLeaderboard({ queryKey: ['/api/leaderboard'] })).toBe(true)
    expect(isLeaderboard({ queryKey: ['/api/leaderboards'] })).toBe(false)
    expect(isLeaderboard({ queryKey: [{ scope: 'leaderboard' }] })).toBe(false)
  })
})
