import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
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
const FULL = {
  'GET /api/podcasts': [podcast(), OTHER],
  'GET /api/podcasts/popular': [OTHER, podcast()],
  'GET /api/points/rules': RULES,
  'GET /api/episodes': [],
  [`GET /api/podcast/${PODCAST_ID}/episodes`]: [
    episode({ id: sampleId(29), episodeNumber: 0, audioUrl: null }),
    episode(),
    episode({ id: sampleId(32), episodeNumber: 2, title: 'Second' }),
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

afterEach(() => vi.unstubAllGlobals())

describe('Discover', () => {
  it('ranks what is trending, counts the rest and says what brings points', async () => {
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

  it('plays the first episode that can be heard', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    await userEvent.click(await within(all).findByRole('button', { name: 'Listen to The Long Table' }))

    await waitFor(() => expect(shell.loaded).toHaveLength(1))
    expect(shell.loaded[0]?.episode.id).toBe(EPISODE_ID)
    await userEvent.click(within(all).getByRole('button', { name: 'Pause The Long Table' }))
    expect(shell.playerState.get().status).toBe('paused')
  })

  it('says so when a podcast has nothing to hear', async () => {
    stubApi({ ...FULL, [`GET /api/podcast/${sampleId(21)}/episodes`]: [] })
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    await userEvent.click(await within(all).findByRole('button', { name: 'Listen to Market Day' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'No episodes available yet.' }]))
  })

  it('searches on the server and keeps the words in the address', async () => {
    const api = stubApi({
      ...FULL,
      'GET /api/podcasts?limit=30&search=table': [podcast()],
      'GET /api/podcasts?limit=30&search=tablexyz': [],
    })
    const { address } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const box = screen.getByPlaceholderText('Search podcasts, hosts, or topics...')
    // Letter by letter, without the pauses of a busy machine: a pause means that somebody has typed what they want.
    for (const typed of ['t', 'ta', 'tab', 'tabl', 'table']) fireEvent.change(box, { target: { value: typed } })
    expect(await screen.findByText('1 podcast')).toBeVisible()
    expect(address()).toBe('/discover?q=table')
    expect(screen.queryByRole('region', { name: 'Trending This Week' })).toBeNull()
    expect(api.calls.filter(({ path }) => path.startsWith('/api/podcasts?limit=30&search='))).toHaveLength(1)

    await userEvent.type(box, 'xyz')
    expect(await screen.findByRole('heading', { name: 'No podcasts found' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear Search' }))
    expect(await screen.findByText('2 podcasts')).toBeVisible()
    expect(box).toHaveValue('')
    expect(box).toHaveFocus()
    expect(address()).toBe('/discover')
  })

  it('finds episodes, too, which can be played where they stand', async () => {
    stubApi({
      ...FULL,
      'GET /api/podcasts?limit=30&search=salt': [podcast()],
      [`GET /api/podcasts?ids=${PODCAST_ID}&limit=100`]: [podcast()],
      'GET /api/episodes?search=salt&limit=10': [episode()],
    })
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover?q=salt' })
    const found = await screen.findByRole('region', { name: 'Episodes' })
    expect(await within(found).findByRole('link', { name: 'The Long Table' })).toHaveAttribute(
      'href',
      `/podcast/${PODCAST_ID}`,
    )
    const play = within(found).getByRole('button', { name: 'Play Salt and Memory' })
    await waitFor(() => expect(play).toBeEnabled())
    await userEvent.click(play)
    expect(shell.loaded).toMatchObject([{ episode: { id: EPISODE_ID } }])
  })

  it('filters by the category that the address names', async () => {
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

  it('brings the next page when asked', async () => {
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

  it('brings the next page by itself when the end comes near', async () => {
    type Told = (seen: { isIntersecting: boolean }[]) => void
    vi.stubGlobal(
      'IntersectionObserver',
      vi.fn(function near(this: object, told: Told) {
        return { observe: () => told([{ isIntersecting: true }]), disconnect: () => undefined }
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

  it('goes on in what is trending, and searches there', async () => {
    const link = { link: '</api/podcasts/popular?cursor=abc>; rel="next"' }
    const api = stubApi({
      ...FULL,
      'GET /api/podcasts/popular': () => Response.json([OTHER], { headers: link }),
      'GET /api/podcasts/popular?limit=30&cursor=abc': [podcast()],
      'GET /api/podcasts/popular?limit=30&search=table': [podcast()],
    })
    renderScreen(<DiscoverScreen />, { at: '/discover?category=trending' })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    const card = (await screen.findByRole('link', { name: 'The Long Table' })).closest('article')
    expect(card?.textContent).toContain('Number 2')

    await userEvent.type(screen.getByRole('searchbox'), 'table')
    expect(await screen.findByText('1 podcast')).toBeVisible()
    expect(api.calls.at(-1)?.path).toBe('/api/podcasts/popular?limit=30&search=table')
  })

  it('keeps what it has when the next page fails, and tries again', async () => {
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

  it('offers another try for each part that failed', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts': failure(503, 'Not now.') })
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    expect(await screen.findByText(/We could not load the podcasts/)).toBeVisible()
    expect(await screen.findByText('Trending This Week')).toBeVisible()
  })
})
