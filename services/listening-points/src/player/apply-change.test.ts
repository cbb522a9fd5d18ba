import { describe, expect, it } from 'vitest'
import { applyChange, type StoredPlayer } from './apply-change.ts'

const PHONE = 'phone'
const LAPTOP = 'laptop'
const stored: StoredPlayer = {
  version: 3,
  episodeId: 'one',
  rate: 1,
  playingOn: PHONE,
  playedAt: '2026-11-22T10:00:00.000Z',
  queue: ['two'],
  queuedAt: '2026-11-22T10:00:00.000Z',
}
const EARLIER = '2026-11-22T09:00:00.000Z'
const LATER = '2026-11-22T11:00:00.000Z'

describe('a change of the saved player', () => {
  it('replaces older values', () => {
    const action = { deviceId: LAPTOP, actedAt: LATER, episodeId: 'five', rate: 1.5, isPlaying: true }
    expect(applyChange(stored, action)).toEqual({
      ...stored,
      version: 4,
      episodeId: 'five',
      rate: 1.5,
      playingOn: LAPTOP,
      playedAt: LATER,
    })
  })

  it('changes nothing if a newer action is stored', () => {
    const action = { deviceId: LAPTOP, actedAt: EARLIER, episodeId: 'five', isPlaying: true, queue: [] }
    expect(applyChange(stored, action)).toBe(stored)
  })

  it('compares the queue and the episode separately', () => {
    const played = { ...stored, playedAt: LATER }
    const action = { deviceId: LAPTOP, actedAt: '2026-11-22T10:30:00.000Z', episodeId: 'five', queue: ['six', 'six'] }
    expect(applyChange(played, action)).toMatchObject({ version: 4, episodeId: 'one', queue: ['six'] })
  })

  it('does not stop another device with a pause', () => {
    const pause = { actedAt: LATER, isPlaying: false }
    expect(applyChange(stored, { ...pause, deviceId: LAPTOP }).playingOn).toBe(PHONE)
    expect(applyChange(stored, { ...pause, deviceId: PHONE }).playingOn).toBeNull()
  })
})
