import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { formatDayTime } from '@griot/ui/format'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refetchAfterCredits } from '../api.ts'
import { BADGES, MILESTONES, POINTS, PROFILE, RULES, rank, sampleId, session } from '../testing/samples.ts'
import { PointsScreen } from './points-screen.tsx'

const FULL = {
  'GET /api/user/me/points': POINTS,
  'GET /api/points/rules': RULES,
  'GET /api/user/me/listening-sessions': Array.from({ length: 5 }, (_, at) => session({ id: sampleId(70 + at) })),
  'GET /api/leaderboard': [
    rank({ rank: 1, displayName: 'Bisi' }),
    rank({ rank: 2 }),
    rank({ rank: 9, isMe: true, user: { email: 'ada@example.com' } }),
  ],
  'GET /api/badges': BADGES,
  'GET /api/user/me/milestones': MILESTONES,
  'GET /api/user/me/badges': [],
}

afterEach(() => vi.unstubAllGlobals())

describe('the points overview', () => {
  it('shows total, level, week and sessions', async () => {
    stubApi(FULL)
    renderScreen(<PointsScreen />)

    const total = await screen.findByRole('region', { name: 'Total Points' })
    await waitFor(() => expect(total.textContent).toContain('237'))
    expect(total.textContent).toContain('Level 3Dedicated Fan')
    expect(within(total).getByRole('progressbar', { name: 'Level Progress' })).toHaveAttribute(
      'aria-valuetext',
      '37 of 100 to level 4',
    )
    expect(screen.getByText('Weekly Points').closest('div')?.textContent).toContain('40')
    expect(screen.getByText(`Resets ${formatDayTime(POINTS.weekEndsAt)}`)).toBeVisible()
    expect(screen.getByText('Sessions').closest('div')?.textContent).toContain('7')
  })

  it('lists five sessions, and the leaderboard with Anonymous for unnamed listeners', async () => {
    stubApi(FULL)
    renderScreen(<PointsScreen />)

    const sessions = await screen.findByRole('region', { name: 'Recent Sessions' })
    expect(await within(sessions).findAllByRole('link', { name: 'Salt and Memory' })).toHaveLength(5)
    expect(within(sessions).getAllByText('Completed · 10:20 credited · 1 hour ago')).toHaveLength(5)
    expect(within(sessions).getAllByRole('list', { name: 'Why' })[0]?.textContent).toBe(
      '5 points for starting this episode.10 points for 10 minutes of listening.10 points for completing the episode.',
    )
    const board = screen.getByRole('region', { name: 'Leaderboard' })
    const rows = await within(board).findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      '1BisiLevel 10999',
      '2AnonymousLevel 10998',
      '9ada@example.comYouLevel 10 · others see Anonymous991',
    ])
  })

  it('shows empty and failed states', async () => {
    stubApi({
      ...FULL,
      'GET /api/user/me/listening-sessions': [],
      'GET /api/leaderboard': failure(503, 'Not now.'),
    })
    renderScreen(<PointsScreen />)
    expect(await screen.findByText(/No sessions yet/)).toBeVisible()
    expect(await screen.findByText(/We could not load the leaderboard/)).toBeVisible()
  })
})

describe('the leaderboard', () => {
  it('shows chosen badges, marks elite listeners and highlights boosted rows', async () => {
    stubApi({
      ...FULL,
      'GET /api/leaderboard': [
        rank({ rank: 1, displayName: 'Bisi', shownBadges: ['first-steps'], perks: ['elite_status'] }),
        rank({ rank: 2, isMe: true, user: { email: 'ada@example.com' }, perks: ['leaderboard_boost'] }),
      ],
    })
    renderScreen(<PointsScreen />)
    const board = await screen.findByRole('region', { name: 'Leaderboard' })
    const [first, second] = await within(board).findAllByRole('listitem')
    expect(await within(board).findByTitle('First Steps')).toBeVisible()
    expect(first?.textContent).toBe('1BisiFirst StepsEliteLevel 10999')
    expect(first).toHaveAttribute('data-boosted', 'false')
    expect(second).toHaveAttribute('data-boosted', 'true')
  })
})

describe('hidden points', () => {
  it('show no number, and a button to show points again', async () => {
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/points': { ...POINTS, hidePoints: true },
      'GET /api/user/me/profile': { ...PROFILE, displayName: 'Ada', hidePoints: true },
      'PUT /api/user/me/profile': PROFILE,
    })
    renderScreen(<PointsScreen />)
    expect(await screen.findByText('Points are hidden')).toBeVisible()
    expect(screen.queryByText('237')).toBeNull()

    const show = await screen.findByRole('button', { name: 'Show Points' })
    await waitFor(() => expect(show).toBeEnabled())
    await userEvent.click(show)
    await waitFor(() =>
      expect(api.callsOf('PUT')[0]?.body).toEqual({ displayName: 'Ada', hidePoints: false, shownBadges: [] }),
    )
  })
})

describe('after points are credited', () => {
  it('refetches every number on the screen until the module is disposed', async () => {
    let total = 237
    const api = stubApi({ ...FULL, 'GET /api/user/me/points': () => ({ ...POINTS, totalPoints: total }) })
    const { shell } = renderScreen(<PointsScreen />)
    refetchAfterCredits(shell.api)
    await screen.findByText('237')

    const asked = (path: string) => api.calls.filter((call) => call.path.startsWith(path)).length
    const before = asked('/api/user/me/listening-sessions')
    total = 252
    act(() => {
      shell.api.events.emit('points.changed', { points: 15 })
      shell.api.events.emit('listening.ended', { episodeId: sampleId(30) })
    })
    expect(await screen.findByText('252')).toBeVisible()
    expect(asked('/api/user/me/listening-sessions')).toBe(before + 1)

    shell.dispose()
    const after = api.calls.length
    act(() => shell.api.events.emit('points.changed', { points: 1 }))
    expect(api.calls).toHaveLength(after)
  })

  it('refetches after a session without points too', async () => {
    let sessions = [session({ id: sampleId(70) })]
    stubApi({ ...FULL, 'GET /api/user/me/listening-sessions': () => sessions })
    const { shell } = renderScreen(<PointsScreen />)
    refetchAfterCredits(shell.api)
    const recent = await screen.findByRole('region', { name: 'Recent Sessions' })
    await within(recent).findAllByRole('link', { name: 'Salt and Memory' })

    sessions = [session({ id: sampleId(71), episodeTitle: 'Bread', pointsEarned: 0 })]
    act(() => shell.api.events.emit('listening.ended', { episodeId: sampleId(30) }))
    expect(await within(recent).findByRole('link', { name: 'Bread' })).toBeVisible()
  })
})

describe('the other tabs', () => {
  it('explain the rules and the levels from the server', async () => {
    const earning = [{ worth: '+6', action: 'Start an episode', condition: 'Once per episode.' }]
    stubApi({ ...FULL, 'GET /api/points/rules': { ...RULES, earning } })
    const { address } = renderScreen(<PointsScreen />)
    await userEvent.click(screen.getByRole('tab', { name: 'How It Works' }))

    const rules = await screen.findByRole('region', { name: 'Earning points' })
    expect(rules.textContent).toContain('+6Start an episodeOnce per episode.')
    expect(within(rules).getByText('Your own shows earn at most 100 points a day.')).toBeVisible()
    expect(await screen.findByRole('row', { name: 'Dedicated Fan You 200–499' })).toBeVisible()
    expect(screen.getByRole('row', { name: 'Audio Mogul 500 and above' })).toBeVisible()
    const perks = screen.getByRole('region', { name: 'Level Perks' })
    expect(within(perks).getByText('+Leaderboard Boost').closest('li')?.textContent).toContain('Your row stands out.')
    expect(address()).toBe('/?tab=how')
  })

  it('show what failed, and retry', async () => {
    let isAway = true
    stubApi({ ...FULL, 'GET /api/points/rules': () => (isAway ? failure(503, 'Not now.') : RULES) })
    renderScreen(<PointsScreen />, { at: '/points?tab=how' })
    expect(await screen.findByText(/We could not load the rules/)).toBeVisible()
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('region', { name: 'Earning points' })).toBeVisible()
  })

  it('list the badges, and coming achievements with their progress', async () => {
    stubApi(FULL)
    renderScreen(<PointsScreen />, { at: '/points?tab=achievements' })
    expect(await screen.findByRole('progressbar', { name: 'Progress towards Streak Legend' })).toHaveAttribute(
      'aria-valuetext',
      '3 of 30 days in a row',
    )
    expect(screen.getByRole('heading', { name: 'Achievements Coming Soon' })).toBeVisible()
    await screen.findByRole('progressbar', { name: 'Progress towards First Steps' })
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'First Steps',
      'Episode Master',
      'Episode Master II',
      'Streak Legend',
      'Point Collector',
    ])
  })
})

describe('signed out', () => {
  it('offers to sign in', async () => {
    stubApi({})
    const { shell } = renderScreen(<PointsScreen />, { user: null })
    await userEvent.click(screen.getByRole('button', { name: 'Sign In to Get Started' }))
    expect(shell.signInsAsked()).toBe(1)
  })
})
