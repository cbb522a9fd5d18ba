import { ADA, renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, historyEntry, podcast, sampleId } from '../testing/samples.ts'
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
const RECENT = podcast({ id: sampleId(22), title: 'Porch Light' })
const FULL = {
  'GET /api/user/me/points': POINTS,
  'GET /api/points/rules': { weekly: { points: 15, episodes: 3 } },
  'GET /api/user/me/library-counts': { favorites: 1, listened: 8, completed: 3 },
  'GET /api/user/me/favorites': [
    { id: sampleId(50), userId: ADA.id, podcastId: RECENT.id, createdAt: '2026-11-02T10:00:00Z' },
  ],
  'GET /api/episodes': [episode()],
  'GET /api/episodes/newest': [
    episode({ id: sampleId(33), podcastId: RECENT.id, title: 'Night Bus', podcastTitle: RECENT.title }),
  ],
  'GET /api/user/me/badges': [{ id: sampleId(60), badgeId: 'first-steps', earnedAt: '2026-11-02T10:00:00Z' }],
  'GET /api/user/me/listening-history': [historyEntry()],
  'GET /api/categories': ['business', 'culture', 'news', 'technology'],
  'GET /api/podcasts/popular': [podcast(), RECENT, podcast({ id: sampleId(23), title: 'Second Line' })],
  'GET /api/podcasts': [RECENT, podcast({ id: sampleId(21), title: 'Market Day' }), podcast()],
}
const NEW = {
  ...FULL,
  'GET /api/user/me/points': { ...POINTS, totalPoints: 0, level: 1, episodesListened: 0, completedThisWeek: 0 },
  'GET /api/user/me/favorites': [],
  'GET /api/user/me/listening-history': [],
  'GET /api/user/me/badges': [],
  'GET /api/episodes/newest': [episode({ title: 'Salt and Memory' })],
}
const NEWCOMER = { ...ADA, points: 0, level: 1 }

afterEach(() => vi.unstubAllGlobals())

const stat = (term: string) => screen.getByText(term).closest('div')

describe('the dashboard', () => {
  it('shows no points to a listener who hides them', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/points': { ...POINTS, hidePoints: true } })
    renderScreen(<HomeScreen />)
    expect(await screen.findByText('Completed')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Total Points')).toBeNull())
    expect(screen.queryByRole('region', { name: 'Your points' })).toBeNull()
  })

  it('greets the listener and shows their numbers', async () => {
    stubApi(FULL)
    renderScreen(<HomeScreen />, { user: { ...ADA, firstName: '' } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good \w+, ada$/)

    const score = await screen.findByRole('region', { name: 'Your points' })
    expect(await within(score).findByText('37 of 100 to level 14')).toBeVisible()
    expect(within(score).getByRole('progressbar', { name: 'Level Progress' })).toHaveAttribute('aria-valuenow', '37')
    expect(within(score).getByRole('link', { name: '1,237 points · Level 13' })).toHaveAttribute('href', '/points')
    await waitFor(() => expect(score).toHaveTextContent('2 of 3 episodes this week: +15 points'))
    expect(stat('Total Points')?.textContent).toContain('1,237')
    await waitFor(() => expect(stat('Completed')?.textContent).toContain('3'))
    await waitFor(() => expect(stat('Badges')?.textContent).toContain('1'))
    expect(stat('Week Streak')?.textContent).toContain('1')
  })

  it('says that the weekly bonus is earned', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/points': { ...POINTS, completedThisWeek: 5 } })
    renderScreen(<HomeScreen />)
    const score = await screen.findByRole('region', { name: 'Your points' })
    await waitFor(() => expect(score).toHaveTextContent('3 of 3 episodes this week: +15 points earned'))
  })

  it('begins with the episode to resume, then new episodes, then shows, and each show appears once', async () => {
    stubApi(FULL)
    renderScreen(<HomeScreen />)
    await screen.findByRole('link', { name: 'Market Day' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'Continue Listening',
      'Your points',
      'New Episodes',
      'Featured Podcasts',
      'Discover More',
    ])
    const newEpisodes = screen.getByRole('region', { name: 'New Episodes' })
    expect(within(newEpisodes).getByRole('link', { name: 'Night Bus' })).toBeVisible()
    const shows = screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent)
    expect(shows).toEqual(['Second Line', 'Market Day'])
  })

  it('shows the shows that admins feature before the popular ones', async () => {
    const featured = podcast({ id: sampleId(25), title: 'Kora Nights' })
    stubApi({ ...FULL, 'GET /api/podcasts/featured': [featured] })
    renderScreen(<HomeScreen />)
    const section = await screen.findByRole('region', { name: 'Featured Podcasts' })
    await within(section).findByRole('link', { name: 'Kora Nights' })
    const [first] = within(section).getAllByRole('article')
    expect(first).toHaveTextContent('Kora Nights')
  })

  it('asks for new episodes of all favorites at once, and omits finished ones', async () => {
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/listening-history': [
        historyEntry({ episodeId: sampleId(33), podcastId: RECENT.id, completed: true, progress: 100 }),
      ],
    })
    renderScreen(<HomeScreen />)
    await screen.findByRole('link', { name: 'Market Day' })
    expect(screen.queryByRole('region', { name: 'New Episodes' })).toBeNull()
    expect(api.calls.filter(({ path }) => path.startsWith('/api/episodes/newest'))).toMatchObject([
      { path: `/api/episodes/newest?podcastIds=${RECENT.id}&limit=12` },
    ])
  })

  it('resumes an unfinished episode at its position', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<HomeScreen />)
    const begun = await screen.findByRole('region', { name: 'Continue Listening' })
    expect(await within(begun).findByText('6:00 left')).toBeVisible()
    const play = within(begun).getByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID }, resumeAt: 240 }])
  })

  it('resumes the next episode if the last one was deleted', async () => {
    const gone = historyEntry({ id: sampleId(41), episodeId: sampleId(39) })
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': [gone, historyEntry()] })
    renderScreen(<HomeScreen />)
    const begun = await screen.findByRole('region', { name: 'Continue Listening' })
    expect(await within(begun).findByRole('button', { name: 'Play Salt and Memory' })).toBeVisible()
  })

  it('shows no resume card without unfinished episodes', async () => {
    stubApi({ ...FULL, 'GET /api/user/me/listening-history': [] })
    renderScreen(<HomeScreen />)
    await screen.findByText('Market Day')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Continue Listening' })).toBeNull())
  })

  it('shows nothing below the first section until it is known whether that exists', async () => {
    let answer = (_: unknown) => {}
    const history = new Promise((resolve) => {
      answer = resolve
    })
    const { calls } = stubApi({ ...FULL, 'GET /api/user/me/listening-history': () => history })
    renderScreen(<HomeScreen />)
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/user/me/points'))
    expect(await screen.findByRole('region', { name: 'Continue Listening' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Your points' })).toBeNull()
    answer([])
    expect(await screen.findByRole('link', { name: '1,237 points · Level 13' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Continue Listening' })).toBeNull()
  })

  it('shows the other parts if one fails', async () => {
    stubApi({
      ...FULL,
      'GET /api/user/me/points': failure(503, 'Not now.'),
      'GET /api/user/me/listening-history': () => failure(503, 'Not now.'),
      'GET /api/user/me/favorites': () => failure(503, 'Not now.'),
    })
    renderScreen(<HomeScreen />)
    expect(await screen.findByText(/We could not load your points/)).toBeVisible()
    expect(await screen.findByText(/We could not load your unfinished episodes/)).toBeVisible()
    expect(await screen.findByText(/We could not load new episodes/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
    expect(stat('Total Points')?.textContent).toContain('–')
  })
})

describe('the first visit', () => {
  it('offers three topics and one episode to play, without numbers', async () => {
    stubApi(NEW)
    const { shell } = renderScreen(<HomeScreen />, { user: NEWCOMER })
    const topics = await screen.findByRole('region', { name: 'Pick a Topic' })
    expect((await within(topics).findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
      '/discover?category=business',
      '/discover?category=culture',
      '/discover?category=news',
    ])
    const first = await screen.findByRole('region', { name: 'Start Listening' })
    const play = await within(first).findByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID } }])

    await screen.findByRole('link', { name: 'Second Line' })
    expect(screen.queryByRole('link', { name: 'The Long Table' })).toBeNull()
    for (const term of ['Total Points', 'Completed', 'Badges', 'Week Streak']) {
      expect(screen.queryByText(term)).toBeNull()
    }
    expect(screen.queryByRole('region', { name: 'Your points' })).toBeNull()
  })

  it('stays on the page after the first points', async () => {
    let points = NEW['GET /api/user/me/points']
    stubApi({ ...NEW, 'GET /api/user/me/points': () => points })
    const { shell } = renderScreen(<HomeScreen />, { user: NEWCOMER })
    await screen.findByRole('region', { name: 'Pick a Topic' })
    await waitFor(() => expect(shell.client.isFetching()).toBe(0))
    points = { ...points, totalPoints: 5, episodesListened: 1 }
    await act(() => shell.client.invalidateQueries())
    expect(screen.getByRole('region', { name: 'Pick a Topic' })).toBeVisible()
  })

  it('ends for a listener whose only history has no points', async () => {
    stubApi({ ...NEW, 'GET /api/user/me/points': { ...POINTS, totalPoints: 0 } })
    renderScreen(<HomeScreen />, { user: NEWCOMER })
    expect(await screen.findByText('Total Points')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Pick a Topic' })).toBeNull()
  })

  it('offers to create a podcast while there is none', async () => {
    stubApi({ ...NEW, 'GET /api/categories': [], 'GET /api/podcasts/popular': [], 'GET /api/podcasts': [] })
    renderScreen(<HomeScreen />, { user: NEWCOMER })
    expect(await screen.findByText('No podcasts yet')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Start Listening' })).toBeNull()
  })

  it('offers Retry for each part that failed', async () => {
    stubApi({
      ...NEW,
      'GET /api/categories': failure(503, 'Not now.'),
      'GET /api/episodes/newest': failure(503, 'No.'),
    })
    renderScreen(<HomeScreen />, { user: NEWCOMER })
    expect(await screen.findByText(/We could not load the topics/)).toBeVisible()
    expect(await screen.findByText(/We could not load an episode for you/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
  })
})
