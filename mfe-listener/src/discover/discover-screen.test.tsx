import { SEARCH_REQUEST } from '@griot/shell-sdk/search-request'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EPISODE_ID, episode, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { DiscoverScreen } from './discover-screen.tsx'

const RULES = {
  perMinute: 1,
  perStart: 5,
  completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 },
  weekly: { points: 15, episodes: 3 },
  tip: { pointsPerDollar: 2, dailyPointsCap: 100, minCents: 100, maxCents: 50_000 },
  levels: { step: 100, names: [] },
  badges: [],
  sentences: [],
}
const OTHER = podcast({ id: sampleId(21), title: 'Market Day', hostName: 'Kofi Mensah', category: 'business' })
const found = (items: unknown[] = []) => ({ total: items.length, items })
const result = ({ podcasts, episodes, hosts }: Record<string, unknown[]>) => ({
  podcasts: found(podcasts),
  episodes: found(episodes),
  hosts: found(hosts),
})
const FULL = {
  'GET /api/podcasts': [podcast(), OTHER],
  'GET /api/podcasts/popular': [OTHER, podcast()],
  'GET /api/points/rules': RULES,
  'GET /api/user/me/listening-history': [],
  'GET /api/categories': ['business', 'culture', 'news'],
  [`GET /api/podcast/${PODCAST_ID}/episodes`]: [
    episode({ id: sampleId(29), episodeNumber: 3, audioUrl: null }),
    episode({ episodeNumber: 2 }),
    episode({ id: sampleId(32), title: 'First' }),
  ],
}

function WithBack() {
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <DiscoverScreen />
    </>
  )
}

function WithSearchKey() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [loads, setLoads] = useState(1)
  return (
    <>
      <button type="button" onClick={() => navigate({ search }, { replace: true, state: SEARCH_REQUEST })}>
        Search key
      </button>
      <button type="button" onClick={() => setLoads(loads + 1)}>
        Reload
      </button>
      <DiscoverScreen key={loads} />
    </>
  )
}

afterEach(() => vi.unstubAllGlobals())

describe('Discover', () => {
  it('ranks trending podcasts, counts all podcasts and lists how to earn points', async () => {
    stubApi(FULL)
    renderScreen(<DiscoverScreen />, { at: '/discover' })

    const trending = await screen.findByRole('region', { name: 'Trending This Week' })
    await within(trending).findByText('Market Day')
    expect(
      within(trending)
        .getAllByRole('article')
        .map((card) => card.textContent),
    ).toEqual([expect.stringContaining('Number 1Market Day'), expect.stringContaining('Number 2The Long Table')])
    expect(await screen.findByText('2 podcasts')).toBeVisible()
    const banner = screen.getByRole('complementary', { name: 'Earn points' })
    await waitFor(() => expect(banner).toHaveTextContent('+10 finish it'))
  })

  it('shows the number of listeners only if there are some', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts/popular': [], 'GET /api/podcasts': [podcast(), { ...OTHER, listeners: 0 }] })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    const [some, none] = await within(all).findAllByRole('article')
    expect(some).toHaveTextContent(/Listeners: \d+/)
    expect(none).not.toHaveTextContent('Listeners')
  })

  it('focuses the search box once for a press of the search key', async () => {
    stubApi(FULL)
    const { address } = renderScreen(<WithSearchKey />, { at: '/discover?category=business' })
    await userEvent.click(screen.getByRole('button', { name: 'Search key' }))
    expect(screen.getByLabelText('Search podcasts')).toHaveFocus()
    expect(address()).toBe('/discover?category=business')
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(screen.getByLabelText('Search podcasts')).not.toHaveFocus()
  })

  it('promises no points once the session has ended', async () => {
    stubApi(FULL)
    renderScreen(<DiscoverScreen />, { at: '/discover', user: null })
    await screen.findByText('2 podcasts')
    expect(screen.queryByRole('complementary', { name: 'Earn points' })).toBeNull()
  })

  it('plays the newest playable episode', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    await userEvent.click(await within(all).findByRole('button', { name: 'Listen to The Long Table' }))

    await waitFor(() => expect(shell.loaded).toHaveLength(1))
    expect(shell.loaded[0]?.episode.id).toBe(EPISODE_ID)
    await userEvent.click(within(all).getByRole('button', { name: 'Pause The Long Table' }))
    expect(shell.playerState.get().status).toBe('paused')
  })

  it('shows a message if a podcast has no playable episode', async () => {
    stubApi({ ...FULL, [`GET /api/podcast/${sampleId(21)}/episodes`]: [] })
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    await userEvent.click(await within(all).findByRole('button', { name: 'Listen to Market Day' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'No episodes available yet.' }]))
  })

  it('searches on the server and stores text and tab in the URL', async () => {
    const api = stubApi({
      ...FULL,
      'GET /api/search?q=table&limit=50': result({ podcasts: [podcast()], episodes: [episode()] }),
      'GET /api/search?q=tablexyz&limit=50': result({}),
      'GET /api/podcasts?ids=0192f0c1-0000-7000-8000-000000000020&limit=100': [podcast()],
    })
    const { address } = renderScreen(<DiscoverScreen />, { at: '/discover?category=business' })
    const box = screen.getByPlaceholderText('Search podcasts, hosts, or topics...')
    // Types without pauses: a pause would start a search for a part of the text.
    for (const typed of ['t', 'ta', 'tab', 'tabl', 'table']) fireEvent.change(box, { target: { value: typed } })
    expect(await screen.findByRole('tab', { name: 'Podcasts (1)' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tab', { name: 'Hosts (0)' })).toBeVisible()
    expect(screen.getByText('1 podcast, 1 episode, 0 hosts')).toHaveAttribute('role', 'status')
    expect(address()).toBe('/discover?q=table&category=business')
    expect(screen.queryByRole('region', { name: 'Business Podcasts' })).toBeNull()
    expect(api.calls.filter(({ path }) => path.startsWith('/api/search'))).toHaveLength(1)

    await userEvent.click(screen.getByRole('tab', { name: 'Episodes (1)' }))
    expect(address()).toBe('/discover?q=table&category=business&tab=episodes')
    await userEvent.type(box, 'xyz')
    expect(await screen.findByRole('heading', { name: 'No podcasts found' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear Search' }))
    expect(await screen.findByText('2 podcasts')).toBeVisible()
    expect(box).toHaveValue('')
    expect(box).toHaveFocus()
    expect(address()).toBe('/discover')
  })

  it('stores the text in the URL after an overlay has closed, because the overlay has an entry of its own', async () => {
    stubApi({ ...FULL, 'GET /api/search': result({}) })
    const { address } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const box = screen.getByPlaceholderText('Search podcasts, hosts, or topics...')
    vi.useFakeTimers()
    history.pushState({ overlays: 1 }, '')
    fireEvent.change(box, { target: { value: 'table' } })
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(address()).toBe('/discover')
    history.back()
    await waitFor(() => expect(address()).toBe('/discover?q=table'))
  })

  it('finds episodes that can be played, and opens the first tab with results', async () => {
    stubApi({
      ...FULL,
      [`GET /api/podcasts?ids=${PODCAST_ID}&limit=100`]: [podcast()],
      'GET /api/search': result({ episodes: [episode()] }),
    })
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover?q=salt' })
    const found = await screen.findByRole('tabpanel', { name: 'Episodes (1)' })
    expect(await within(found).findByRole('link', { name: 'The Long Table' })).toHaveAttribute(
      'href',
      `/podcast/${PODCAST_ID}`,
    )
    const play = within(found).getByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID } }])
    await userEvent.click(screen.getByRole('tab', { name: 'Podcasts (0)' }))
    expect(screen.getByText('No podcasts found.')).toBeVisible()
  })

  it('finds hosts with their podcasts, and links a host to a search', async () => {
    const podcasts = [1, 2, 3].map((number) => ({ id: sampleId(number), title: `Show ${number}` }))
    const host = { hostId: sampleId(2), name: 'Bisi Cole', image: null, podcastCount: 5, podcasts }
    stubApi({ ...FULL, 'GET /api/search': result({ hosts: [host] }) })
    renderScreen(<DiscoverScreen />, { at: '/discover?q=bisi&tab=hosts' })

    const found = await screen.findByRole('tabpanel', { name: 'Hosts (1)' })
    expect(within(found).getByRole('link', { name: 'Bisi Cole' })).toHaveAttribute(
      'href',
      '/discover?q=Bisi%20Cole&tab=podcasts',
    )
    expect(within(found).getByRole('link', { name: 'Show 2' })).toHaveAttribute('href', `/podcast/${sampleId(2)}`)
    expect(within(found).getByText('and 2 more podcasts')).toBeVisible()
  })

  it('says how many of the results are shown', async () => {
    stubApi({ ...FULL, 'GET /api/search': { ...result({}), podcasts: { total: 200, items: [podcast()] } } })
    renderScreen(<DiscoverScreen />, { at: '/discover?q=the' })
    expect(await screen.findByRole('tab', { name: 'Podcasts (200+)' })).toBeVisible()
    expect(screen.getByText('These are the best 1 of 200+. Another word narrows the search.')).toBeVisible()
  })

  it('offers Retry if a search fails', async () => {
    let answer: unknown = failure(503, 'Not now.')
    stubApi({ ...FULL, 'GET /api/search': () => answer })
    renderScreen(<DiscoverScreen />, { at: '/discover?q=table' })
    expect(await screen.findByText(/We could not load the search results/)).toBeVisible()
    answer = result({ podcasts: [podcast()] })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'The Long Table' })).toBeVisible()
  })

  it('offers the specified categories first, then others that have podcasts', async () => {
    stubApi(FULL)
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    const group = screen.getByRole('group', { name: 'Category' })
    await within(group).findByRole('button', { name: 'News' })
    expect(
      within(group)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['All Podcasts', 'Trending', 'Business', 'Culture', 'Education', 'News'])
  })

  it('shows new podcasts if none has had listeners this week', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts/popular': [], 'GET /api/podcasts?limit=4': [OTHER] })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    const section = await screen.findByRole('region', { name: 'New Shows' })
    expect(await within(section).findByRole('link', { name: 'Market Day' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Trending This Week' })).toBeNull()
    expect(within(section).getByRole('article').textContent).not.toContain('Number')
  })

  it('filters by the category in the URL', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts?limit=30&category=business': [OTHER] })
    const { address } = renderScreen(<WithBack />, { at: '/discover?category=business' })
    expect(await screen.findByText('1 podcast')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Business' })).toHaveAttribute('aria-pressed', 'true')

    await userEvent.click(screen.getByRole('button', { name: 'All Podcasts' }))
    expect(await screen.findByText('2 podcasts')).toBeVisible()
    expect(address()).toBe('/discover')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('1 podcast')).toBeVisible()
    expect(address()).toBe('/discover?category=business')
  })

  it('loads the next page when the button is pressed', async () => {
    const link = { link: '</api/podcasts?cursor=abc>; rel="next"' }
    stubApi({
      ...FULL,
      'GET /api/podcasts': () => Response.json([podcast()], { headers: link }),
      'GET /api/podcasts?limit=30&cursor=abc': [OTHER],
    })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    expect(await screen.findByText('1+ podcasts')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('2 podcasts')).toBeVisible()
  })

  it('loads the next page when the end of the list is near', async () => {
    type Callback = (seen: { isIntersecting: boolean }[]) => void
    vi.stubGlobal(
      'IntersectionObserver',
      vi.fn(function near(this: object, callback: Callback) {
        return { observe: () => callback([{ isIntersecting: true }]), disconnect: () => undefined }
      }),
    )
    const link = { link: '</api/podcasts?cursor=abc>; rel="next"' }
    const api = stubApi({
      ...FULL,
      'GET /api/podcasts': () => Response.json([podcast()], { headers: link }),
      'GET /api/podcasts?limit=30&cursor=abc': [OTHER],
    })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    expect(await screen.findByText('2 podcasts')).toBeVisible()
    expect(api.calls.filter(({ path }) => path.includes('cursor='))).toHaveLength(1)
  })

  it('pages through trending podcasts', async () => {
    const link = { link: '</api/podcasts/popular?cursor=abc>; rel="next"' }
    stubApi({
      ...FULL,
      'GET /api/podcasts/popular': () => Response.json([OTHER], { headers: link }),
      'GET /api/podcasts/popular?limit=30&trending=true&cursor=abc': [podcast()],
    })
    renderScreen(<DiscoverScreen />, { at: '/discover?category=trending' })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    const card = (await screen.findByRole('link', { name: 'The Long Table' })).closest('article')
    expect(card?.textContent).toContain('Number 2')
  })

  it('keeps the list if the next page fails, and retries on request', async () => {
    const link = { link: '</api/podcasts?cursor=abc>; rel="next"' }
    let answer: unknown = failure(503, 'Not now.')
    stubApi({
      ...FULL,
      'GET /api/podcasts': () => Response.json([podcast()], { headers: link }),
      'GET /api/podcasts?limit=30&cursor=abc': () => answer,
    })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('We could not load more podcasts.')).toBeVisible()
    const all = screen.getByRole('region', { name: 'All Podcasts' })
    expect(within(all).getByRole('link', { name: 'The Long Table' })).toBeVisible()

    answer = [OTHER]
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('2 podcasts')).toBeVisible()
  })

  it('offers Retry for each part that failed', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts': failure(503, 'Not now.') })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    expect(await screen.findByText(/We could not load the podcasts/)).toBeVisible()
    expect(await screen.findByText('Trending This Week')).toBeVisible()
  })
})
