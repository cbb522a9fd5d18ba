import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { formatDate } from '@griot/ui/format'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BADGES, ledgerEntry, POINTS, PROFILE, RULES, sampleId } from '../testing/samples.ts'
import { RewardsScreen } from './rewards-screen.tsx'

const EARNED_AT = '2026-11-02T10:00:00Z'
const FULL = {
  'GET /api/user/me/points': POINTS,
  'GET /api/badges': BADGES,
  'GET /api/user/me/badges': [{ id: sampleId(60), badgeId: 'first-steps', earnedAt: EARNED_AT }],
  'GET /api/user/me/points-history': [ledgerEntry({ id: sampleId(90) })],
  'GET /api/user/me/profile': PROFILE,
  'GET /api/points/rules': RULES,
}

afterEach(() => vi.unstubAllGlobals())

describe('rewards', () => {
  it('shows every achievement with its progress, and the earned badges', async () => {
    stubApi(FULL)
    renderScreen(<RewardsScreen />)

    const achievements = await screen.findByRole('region', { name: 'Achievements' })
    expect(
      within(achievements).getByText(/Episodes that you only mark as played, or skip to the end, do not count\.$/),
    ).toBeVisible()
    expect(await within(achievements).findByText(`Earned ${formatDate(EARNED_AT)}`)).toBeVisible()
    expect(await within(achievements).findByText('2 of 10')).toBeVisible()
    expect(within(achievements).getByRole('progressbar', { name: 'Progress towards Episode Master' })).toHaveAttribute(
      'aria-valuenow',
      '20',
    )
    const mine = screen.getByRole('region', { name: 'My Badges' })
    expect(await within(mine).findByText('First Steps')).toBeVisible()
  })

  it('shows the source of points', async () => {
    const api = stubApi(FULL)
    renderScreen(<RewardsScreen />)
    const activity = await screen.findByRole('region', { name: 'Recent Activity' })
    const why = await within(activity).findByRole('link', { name: 'Completed “Salt and Memory”' })
    expect(why).toHaveAttribute('href', `/episode/${sampleId(30)}`)
    expect(why.closest('li')?.textContent).toMatch(/ · 2 minutes ago\+10 points$/)
    expect(api.calls.some(({ path }) => path === '/api/user/me/points-history?limit=10')).toBe(true)
  })

  it('shows ten entries, and the next ones on request', async () => {
    const pageOf = (from: number, next: string | null) =>
      Response.json(
        Array.from({ length: 10 }, (_, at) => ledgerEntry({ id: sampleId(from + at) })),
        { headers: next ? { link: `</api/user/me/points-history?limit=10&cursor=${next}>; rel="next"` } : {} },
      )
    stubApi({
      ...FULL,
      'GET /api/user/me/points-history': () => pageOf(100, 'more'),
      'GET /api/user/me/points-history?limit=10&cursor=more': () => pageOf(110, null),
    })
    renderScreen(<RewardsScreen />)
    const activity = await screen.findByRole('region', { name: 'Recent Activity' })
    expect(await within(activity).findAllByRole('listitem')).toHaveLength(10)
    await userEvent.click(within(activity).getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(within(activity).getAllByRole('listitem')).toHaveLength(20))
    expect(within(activity).queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows which perks are active and when the others start', async () => {
    stubApi(FULL)
    renderScreen(<RewardsScreen />)
    const perks = await screen.findByRole('region', { name: 'Level Perks' })
    expect(await within(perks).findAllByText('Yours')).toHaveLength(2)
    expect(within(perks).getByText('Elite Status').closest('li')?.textContent).toContain('from 500 points')
  })

  it('shows the number of badges next to the level', async () => {
    stubApi(FULL)
    renderScreen(<RewardsScreen />)
    const total = await screen.findByRole('region', { name: 'Total Points' })
    expect(await within(total).findByText('1 badge')).toBeVisible()
  })

  it('shows no points to users who hide them, and links to the account', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/points': { ...POINTS, hidePoints: true } })
    renderScreen(<RewardsScreen />)
    expect(await screen.findByText('Points are hidden')).toBeVisible()
    expect(screen.queryByText('Recent Activity')).toBeNull()
    expect(screen.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  })

  it('shows that it is loading', () => {
    const never = () => new Promise(() => undefined)
    stubApi(Object.fromEntries(Object.keys(FULL).map((row) => [row, never])))
    renderScreen(<RewardsScreen />)
    for (const what of ['points', 'achievements', 'badges', 'recent activity']) {
      expect(screen.getByText(`Loading your ${what}`)).toBeInTheDocument()
    }
  })

  it('shows a new listener what to do first', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/badges': [], 'GET /api/user/me/points-history': [] })
    renderScreen(<RewardsScreen />)
    expect(await screen.findByText(/You earn the first one when you complete an episode/)).toBeVisible()
    expect(await screen.findByText(/Start an episode to earn the first points/)).toBeVisible()
  })

  it('keeps the loaded entries if the next page fails', async () => {
    const first = Response.json([ledgerEntry({ id: sampleId(100) })], {
      headers: { link: '</api/user/me/points-history?limit=10&cursor=more>; rel="next"' },
    })
    let isAway = true
    stubApi({
      ...FULL,
      'GET /api/user/me/points-history': () => first.clone(),
      'GET /api/user/me/points-history?limit=10&cursor=more': () =>
        isAway ? failure(503, 'Not now.') : [ledgerEntry({ id: sampleId(101) })],
    })
    renderScreen(<RewardsScreen />)
    const activity = await screen.findByRole('region', { name: 'Recent Activity' })
    await userEvent.click(await within(activity).findByRole('button', { name: 'Show more' }))
    expect(await within(activity).findByText(/We could not load more of your recent activity/)).toBeVisible()
    expect(within(activity).getAllByRole('listitem')).toHaveLength(1)

    isAway = false
    await userEvent.click(within(activity).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(within(activity).getAllByRole('listitem')).toHaveLength(2))
  })

  it('shows each failed part on its own', async () => {
    stubApi({ ...FULL, 'GET /api/badges': failure(503, 'Not now.') })
    renderScreen(<RewardsScreen />)
    expect(await screen.findByText(/We could not load your achievements/)).toBeVisible()
    expect(await screen.findByText('Completed “Salt and Memory”')).toBeVisible()
  })

  it('asks to log in when the session has ended', () => {
    stubApi({})
    renderScreen(<RewardsScreen />, { user: null })
    expect(screen.getByText('Please Log In')).toBeVisible()
  })
})
