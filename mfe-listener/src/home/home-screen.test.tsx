import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { formatDayTime } from '@griot/ui/format'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, heard, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { HomeScreen } from './home-screen.tsx'

const POINTS = {
  totalPoints: 1237,
  weeklyPoints: 40,
  level: 13,
  levelName: 'Audio Mogul',
  pointsToNextLevel: 63,
  weekEndsAt: '2026-11-23T00:00:00Z',
  episodesListened: 8,
  episodesCompleted: 3,
  completedThisWeek: 2,
  weekStreak: 1,
}
const FULL = {
  'GET /api/user/me/points': POINTS,
  'GET /api/points/rules': { weekly: { points: 15, episodes: 3 } },
  'GET /api/user/me/library-counts': { favorites: 1, listened: 8, completed: 3 },
  'GET /api/episodes': [episode()],
  [`GET /api/podcasts?ids=${PODCAST_ID}&limit=100`]: [podcast()],
  'GET /api/user/me/badges': [{ id: sampleId(60), badgeId: 'first-steps', earnedAt: '2026-11-02T10:00:00Z' }],
  'GET /api/user/me/listening-history': [heard()],
  'GET /api/podcasts/popular': [podcast()],
  'GET /api/podcasts': [podcast({ id: sampleId(21), title: 'Market Day' })],
}

afterEach(() => vi.unstubAllGlobals())

const stat = (term: string) => screen.getByText(term).closest('div')

describe('the dashboard', () => {
  it('shows no points to somebody who hides them', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/points': { ...POINTS, hidePoints: true } })
    renderScreen(<HomeScreen />)
    await waitFor(() => expect(screen.queryByText('Total Points')).toBeNull())
    expect(screen.getByText('Completed')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Your level' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Weekly bonus' })).toBeNull()
  })

  it('greets, and shows the numbers of the person', async () => {
    stubApi(FULL)
    renderScreen(<HomeScreen />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good \w+, Ada$/)

    expect(await screen.findByText('37 of 100 to level 14')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Level Progress' })).toHaveAttribute('aria-valuenow', '37')
    expect(stat('Total Points')?.textContent).toContain('1,237')
    await waitFor(() => expect(stat('Completed')?.textContent).toContain('3'))
    await waitFor(() => expect(stat('Badges')?.textContent).toContain('1'))
    expect(stat('Week Streak')?.textContent).toContain('1')
  })

  it('features what is popular and offers more', async () => {
    const api = stubApi(FULL)
    renderScreen(<HomeScreen />, { user: { ...ADA, firstName: '' } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('ada')

    const featured = screen.getByRole('region', { name: 'Featured Podcasts' })
    expect(await within(featured).findByRole('link', { name: 'The Long Table' })).toBeVisible()
    const more = screen.getByRole('region', { name: 'Discover More' })
    expect(await within(more).findByRole('link', { name: 'Market Day' })).toBeVisible()
    expect(api.calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/podcasts/popular?limit=4', '/api/podcasts?limit=6']),
    )
  })

  it('goes on with what was begun, where it was left', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<HomeScreen />)
    const begun = await screen.findByRole('region', { name: 'Continue Listening' })
    expect(await within(begun).findByText('6:00 left')).toBeVisible()
    expect(within(begun).getAllByRole('listitem')).toHaveLength(1)
    const play = within(begun).getByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID }, resumeAt: 240 }])
  })

  it('keeps no place for it when nothing was begun', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': [] })
    renderScreen(<HomeScreen />)
    await screen.findByText('Market Day')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Continue Listening' })).toBeNull())
  })

  it('says that it did not come to whoever may have begun something, and to nobody new', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': () => failure(503, 'Not now.') })
    const { unmount } = renderScreen(<HomeScreen />)
    expect(await screen.findByText(/We could not load what you have begun/)).toBeVisible()
    unmount()

    const { shell } = renderScreen(<HomeScreen />, { user: { ...ADA, points: 0 } })
    await screen.findByText('Market Day')
    await waitFor(() => expect(shell.client.isFetching()).toBe(0))
    expect(screen.queryByRole('region', { name: 'Continue Listening' })).toBeNull()
  })

  it('says how far the weekly bonus is', async () => {
    stubApi(FULL)
    const { unmount } = renderScreen(<HomeScreen />)
    const bonus = await screen.findByRole('region', { name: 'Weekly bonus' })
    expect(bonus).toHaveTextContent('Weekly bonus: 2 of 3 episodes completed')
    expect(bonus).toHaveTextContent(`1 more before ${formatDayTime(POINTS.weekEndsAt)} brings 15 points.`)
    unmount()

    stubApi({ ...FULL, 'GET /api/user/me/points': { ...POINTS, completedThisWeek: 5 } })
    renderScreen(<HomeScreen />)
    expect(await screen.findByRole('region', { name: 'Weekly bonus' })).toHaveTextContent('3 of 3')
    expect(screen.getByText('This week’s 15 points are yours.')).toBeVisible()
  })

  it('shows what it has when a part fails', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/points': failure(503, 'Not now.') })
    renderScreen(<HomeScreen />)
    expect(await screen.findByText(/We could not load your points/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
    expect(stat('Total Points')?.textContent).toContain('–')
  })
})
