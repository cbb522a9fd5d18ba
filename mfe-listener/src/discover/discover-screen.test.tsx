import { SEARCH_REQUEST } from '@griot/shell-sdk/search-request'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FULL, OTHER } from '../testing/discover.ts'
import { EPISODE_ID, podcast, sampleId } from '../testing/samples.ts'
import { DiscoverScreen } from './discover-screen.tsx'

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
  it('shows the shows that admins feature first, and no section without them', async () => {
    stubApi({ ...FULL, 'GET /api/podcasts/featured': [OTHER] })
    const featured = renderScreen(<DiscoverScreen />)
    const section = await screen.findByRole('region', { name: 'Featured' })
    expect(within(section).getByRole('link', { name: OTHER.title })).toBeVisible()
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings.indexOf('Featured')).toBeLessThan(headings.indexOf('Trending This Week'))
    featured.unmount()

    stubApi({ ...FULL, 'GET /api/podcasts/featured': [] })
    renderScreen(<DiscoverScreen />)
    await screen.findByRole('region', { name: 'Trending This Week' })
    expect(screen.queryByRole('region', { name: 'Featured' })).toBeNull()
  })

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

  it('names the episode of a Listen button that has the focus', async () => {
    stubApi(FULL)
    renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    const button = await within(all).findByRole('button', { name: 'Listen to The Long Table' })
    act(() => button.focus())

    await waitFor(() => expect(button).toHaveAccessibleName('Listen to The Long Table. Play newest: Salt and Memory'))
    expect(button).toHaveTextContent('Listen')
  })

  it('shows a message if a podcast has no playable episode', async () => {
    stubApi({ ...FULL, [`GET /api/podcast/${sampleId(21)}/episodes`]: [] })
    const { shell } = renderScreen(<DiscoverScreen />, { at: '/discover' })
    const all = await screen.findByRole('region', { name: 'All Podcasts' })
    await userEvent.click(await within(all).findByRole('button', { name: 'Listen to Market Day' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'No episodes available yet.' }]))
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
