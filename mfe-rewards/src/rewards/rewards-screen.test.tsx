import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BADGES, POINTS, sampleId } from '../testing/samples.ts'
import { RewardsScreen } from './rewards-screen.tsx'

const FULL = {
  'GET /api/user/me/points': POINTS,
  'GET /api/badges': BADGES,
  'GET /api/user/me/badges': [{ id: sampleId(60), badgeId: 'first-steps', earnedAt: '2026-11-02T10:00:00Z' }],
  'GET /api/user/me/points-history': [
    {
      id: sampleId(90),
      type: 'listening',
      description: 'Finished Salt and Memory',
      points: 10,
      createdAt: new Date(Date.now() - 120_000).toISOString(),
    },
  ],
}

afterEach(() => vi.unstubAllGlobals())

describe('rewards', () => {
  it('shows every achievement with its progress, and the badges that are mine', async () => {
    stubApi(FULL)
    renderScreen(<RewardsScreen />)

    const achievements = await screen.findByRole('region', { name: 'Achievements' })
    expect(await within(achievements).findByText('Earned Nov 2, 2026')).toBeVisible()
    expect(within(achievements).getByText('2 of 10')).toBeVisible()
    expect(within(achievements).getByRole('progressbar', { name: 'Progress towards Episode Master' })).toHaveAttribute(
      'aria-valuenow',
      '20',
    )
    const mine = screen.getByRole('region', { name: 'My Badges' })
    expect(await within(mine).findByText('First Steps')).toBeVisible()
  })

  it('says where points came from', async () => {
    const api = stubApi(FULL)
    renderScreen(<RewardsScreen />)
    const activity = await screen.findByRole('region', { name: 'Recent Activity' })
    expect((await within(activity).findByText('Finished Salt and Memory')).closest('li')?.textContent).toBe(
      'Finished Salt and Memory2 minutes ago+10 points',
    )
    expect(api.calls.some(({ path }) => path === '/api/user/me/points-history?limit=10')).toBe(true)
  })

  it('fails part by part', async () => {
    stubApi({ ...FULL, 'GET /api/badges': failure(503, 'Not now.') })
    renderScreen(<RewardsScreen />)
    expect(await screen.findByText(/We could not load your achievements/)).toBeVisible()
    expect(await screen.findByText('Finished Salt and Memory')).toBeVisible()
  })

  it('asks to log in when the session has ended', () => {
    stubApi({})
    renderScreen(<RewardsScreen />, { user: null })
    expect(screen.getByText('Please Log In')).toBeVisible()
  })
})
