import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FULL } from '../testing/discover.ts'
import { EPISODE_ID, episode, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { DiscoverScreen } from './discover-screen.tsx'

const found = (items: unknown[] = []) => ({ total: items.length, items })
const result = ({ podcasts, episodes, hosts }: Record<string, unknown[]>) => ({
  podcasts: found(podcasts),
  episodes: found(episodes),
  hosts: found(hosts),
})
afterEach(() => vi.unstubAllGlobals())

describe('a search on Discover', () => {
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
})
