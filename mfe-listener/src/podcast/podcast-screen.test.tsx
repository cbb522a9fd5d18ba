import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { episode, historyEntry, PODCAST_ID, podcast, sampleId } from '../testing/samples.ts'
import { PodcastScreen } from './podcast-screen.tsx'

const PLACE = { at: `/podcast/${PODCAST_ID}`, path: '/podcast/:id' }
const EPISODES = `GET /api/podcast/${PODCAST_ID}/episodes`
const BREAD = episode({ id: sampleId(31), episodeNumber: 2, title: 'Bread' })
const SOON = episode({ id: sampleId(32), episodeNumber: 3, title: 'Soon', audioUrl: null })
const FULL = {
  [`GET /api/podcast/${PODCAST_ID}`]: podcast(),
  [EPISODES]: [SOON, BREAD, episode()],
  'GET /api/user/me/library-counts': { favorites: 0, listened: 2, completed: 1 },
  'GET /api/user/me/listening-history': [
    historyEntry(),
    historyEntry({ id: sampleId(41), episodeId: sampleId(31), completed: true }),
  ],
  'GET /api/user/me/favorites': [],
  'GET /api/creators': [],
}

afterEach(() => vi.unstubAllGlobals())

describe('a podcast', () => {
  it('shows host, listeners, rating and frequency', async () => {
    stubApi(FULL)
    renderScreen(<PodcastScreen />, PLACE)

    expect(await screen.findByRole('heading', { level: 1, name: 'The Long Table' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Bisi Cole' })).toHaveAttribute(
      'href',
      '/discover?q=Bisi%20Cole&tab=podcasts',
    )
    expect(screen.getByRole('link', { name: 'Culture' })).toHaveAttribute('href', '/discover?category=culture')
    expect(screen.getByText('1,204 listeners')).toBeVisible()
    expect(screen.getByText('Weekly')).toBeVisible()
    expect(await screen.findByText('1 of 3')).toBeVisible()
  })

  it('states that listeners do not see it while it has no playable episode', async () => {
    stubApi({
      ...FULL,
      [`GET /api/podcast/${PODCAST_ID}`]: podcast({ episodeCount: 0, isListed: false }),
      [EPISODES]: [],
    })
    renderScreen(<PodcastScreen />, PLACE)

    expect(await screen.findByText('Listeners do not see this show yet.')).toBeVisible()
    expect(await screen.findByText('No episodes available yet.')).toBeVisible()
  })

  it('shows the actions of other modules', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    const run = vi.fn()
    shell.commands['charts.add'] = run
    act(() =>
      shell.actions.set([
        { id: 'charts.add', on: 'podcast', label: 'Add to charts', command: 'charts.add' },
        { id: 'charts.show', on: 'podcast', label: 'Charts', path: '/charts' },
        { id: 'charts.part', on: 'episode', label: 'Only on episodes', path: '/charts' },
      ]),
    )

    expect(await screen.findByRole('link', { name: 'Charts' })).toHaveAttribute('href', `/charts?podcast=${PODCAST_ID}`)
    expect(screen.queryByText('Only on episodes')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add to charts' }))
    expect(run).toHaveBeenCalledWith({ episodeId: null, podcastId: PODCAST_ID })
  })

  it('resumes an episode at its position, and disables one without audio', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    await screen.findByText('Listened')
    await userEvent.click(screen.getByRole('button', { name: 'Play Salt and Memory' }))

    expect(shell.loaded).toMatchObject([{ episode: { title: 'Salt and Memory' }, resumeAt: 240 }])
    expect(screen.getByRole('button', { name: 'Pause Salt and Memory' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Soon has no audio yet' })).toBeDisabled()
  })

  describe('its Listen button', () => {
    const NEWEST = `${EPISODES}?sort=newest&limit=100`
    const BEGUN = `GET /api/user/me/listening-history?podcastId=${PODCAST_ID}&state=begun&limit=1`
    const list = [SOON, BREAD, episode()]
    const listen = async (answers: object, name: string) => {
      stubApi({ ...FULL, [NEWEST]: list, [BEGUN]: [], ...answers })
      const { shell } = renderScreen(<PodcastScreen />, PLACE)
      await userEvent.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(shell.loaded).toHaveLength(1))
      return shell.loaded[0]
    }

    it('resumes the episode in progress', async () => {
      const begun = { [BEGUN]: [historyEntry()], 'GET /api/episodes': [episode()] }
      expect(await listen(begun, 'Resume: Salt and Memory')).toMatchObject({ resumeAt: 240 })
    })

    it('plays the newest episode that has audio', async () => {
      const answers = { 'GET /api/user/me/listening-history': [] }
      expect(await listen(answers, 'Play newest: Bread')).toMatchObject({ episode: { title: 'Bread' } })
    })

    it('plays the newest one that is not completed', async () => {
      expect(await listen({}, 'Play: Salt and Memory')).toMatchObject({ episode: { title: 'Salt and Memory' } })
    })

    it('plays the newest one again if all are completed, and skips a deleted one in progress', async () => {
      const all = [31, 30].map((number) => historyEntry({ episodeId: sampleId(number), completed: true }))
      const answers = { [BEGUN]: [historyEntry()], 'GET /api/episodes': [], 'GET /api/user/me/listening-history': all }
      expect(await listen(answers, 'Play newest: Bread')).toMatchObject({ episode: { title: 'Bread' } })
    })

    describe('of a serial podcast', () => {
      const serial = {
        [`GET /api/podcast/${PODCAST_ID}`]: podcast({ kind: 'serial' }),
        [`${EPISODES}?sort=oldest&limit=100`]: [...list].reverse(),
      }

      it('resumes the episode in progress', async () => {
        const begun = { ...serial, [BEGUN]: [historyEntry()], 'GET /api/episodes': [episode()] }
        expect(await listen(begun, 'Resume: Salt and Memory')).toMatchObject({ resumeAt: 240 })
      })

      it('plays the first episode to a new listener', async () => {
        const answers = { ...serial, 'GET /api/user/me/listening-history': [] }
        expect(await listen(answers, 'Play first: Salt and Memory')).toMatchObject({ episode: { episodeNumber: 1 } })
      })

      it('plays the first one that is not completed', async () => {
        const heard = { 'GET /api/user/me/listening-history': [historyEntry({ completed: true })] }
        expect(await listen({ ...serial, ...heard }, 'Play: Bread')).toMatchObject({ episode: { title: 'Bread' } })
      })
    })
  })

  it('sorts the episodes and stores the order in the URL', async () => {
    stubApi({ ...FULL, [`${EPISODES}?sort=oldest&limit=50`]: [episode(), BREAD, SOON] })
    const { address } = renderScreen(<PodcastScreen />, PLACE)
    const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    await screen.findByText('Bread')
    expect(titles()).toEqual(['Soon', 'Bread', 'Salt and Memory'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort episodes' }), 'Oldest first')
    await waitFor(() => expect(titles()).toEqual(['Salt and Memory', 'Bread', 'Soon']))
    expect(address()).toBe(`/podcast/${PODCAST_ID}?sort=oldest`)
  })

  it.each(['loudest', 'toString', ''])(
    'shows the newest episode first if the order in the URL is "%s"',
    async (sort) => {
      const api = stubApi(FULL)
      renderScreen(<PodcastScreen />, { ...PLACE, at: `${PLACE.at}?sort=${sort}` })
      await screen.findByText('Bread')
      expect(screen.getByRole('combobox', { name: 'Sort episodes' })).toHaveValue('newest')
      expect(api.calls.map(({ path }) => path)).toContain(`${EPISODES.replace('GET ', '')}?sort=newest&limit=50`)
    },
  )

  it('lists the episodes of a serial podcast from the oldest, unless the URL has an order', async () => {
    const serial = { ...FULL, [`GET /api/podcast/${PODCAST_ID}`]: podcast({ kind: 'serial' }) }
    stubApi({ ...serial, [`${EPISODES}?sort=oldest&limit=50`]: [episode(), BREAD] })
    const { address } = renderScreen(<PodcastScreen />, PLACE)
    await screen.findByText('Bread')
    const order = screen.getByRole('combobox', { name: 'Sort episodes' })
    expect(order).toHaveValue('oldest')
    await userEvent.selectOptions(order, 'Newest first')
    await waitFor(() => expect(address()).toBe(`/podcast/${PODCAST_ID}?sort=newest`))
    expect(await screen.findByText('Soon')).toBeVisible()
  })

  it('pages to the last episode and loads the progress of a page in one request', async () => {
    const link = { link: `</api/podcast/${PODCAST_ID}/episodes?cursor=abc>; rel="next"` }
    const api = stubApi({
      ...FULL,
      [EPISODES]: () => Response.json([SOON, BREAD], { headers: link }),
      [`${EPISODES}?sort=newest&limit=50&cursor=abc`]: [episode()],
    })
    renderScreen(<PodcastScreen />, PLACE)
    await screen.findByText('Bread')
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Salt and Memory')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(await screen.findByRole('progressbar', { name: 'Progress in Salt and Memory' })).toBeVisible()
    expect(api.calls.filter(({ path }) => path.includes('episodeIds='))).toHaveLength(2)
  })

  it('adds episodes to the queue and removes them', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    const queued = () => shell.api.player.queue.state.get().map(({ episode }) => episode.title)
    await userEvent.click(await screen.findByRole('button', { name: 'Add to queue: Bread' }))
    await userEvent.click(screen.getByRole('button', { name: 'Play next: Salt and Memory' }))
    expect(queued()).toEqual(['Salt and Memory', 'Bread'])
    expect(shell.toasts.map(({ title }) => title)).toEqual(['Added to Queue', 'Plays Next'])

    const bread = screen.getByRole('button', { name: 'Add to queue: Bread' })
    expect(bread).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(bread)
    expect(queued()).toEqual(['Salt and Memory'])
    expect(screen.queryByRole('button', { name: 'Add to queue: Soon' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Play Bread' }))
    for (const action of ['Play next', 'Add to queue']) {
      expect(screen.getByRole('button', { name: `${action}: Bread` })).toBeDisabled()
      expect(screen.getByRole('button', { name: `${action}: Salt and Memory` })).toBeEnabled()
    }
  })

  it('adds the podcast to favorites and removes it', async () => {
    let favorites: unknown[] = []
    const api = stubApi({
      ...FULL,
      'GET /api/user/me/favorites': () => favorites,
      'POST /api/favorite': () => {
        favorites = [
          { id: sampleId(50), userId: sampleId(1), podcastId: PODCAST_ID, createdAt: '2026-11-02T10:00:00Z' },
        ]
        return favorites[0]
      },
      [`DELETE /api/favorite/${sampleId(50)}`]: () => {
        favorites = []
      },
    })
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    const button = await screen.findByRole('button', { name: 'Favorite' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Favorited', pressed: true }))

    await screen.findByRole('button', { name: 'Favorite', pressed: false })
    expect(shell.toasts).toEqual([{ title: 'Added to Favorites' }, { title: 'Removed from Favorites' }])
    expect(api.callsOf('POST')[0]?.body).toEqual({ podcastId: PODCAST_ID })
  })

  it('asks to log in if the session has expired', async () => {
    stubApi({ ...FULL, 'POST /api/favorite': failure(401, 'Please sign in.') })
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    const button = await screen.findByRole('button', { name: 'Favorite' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    const toast = {
      title: 'Login Required',
      description: 'Please log in to save favorites',
      action: { label: 'Sign In' },
    }
    await waitFor(() => expect(shell.toasts).toMatchObject([toast]))
    shell.toasts[0]?.action?.onSelect()
    expect(shell.signInsAsked()).toBe(1)
    vi.restoreAllMocks()
  })

  it('opens the tip dialog, and leads the host to the settings instead', async () => {
    stubApi({ ...FULL, [`GET /api/podcast/${sampleId(21)}`]: podcast({ id: sampleId(21), hostId: sampleId(1) }) })
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    await userEvent.click(await screen.findByRole('button', { name: 'Tip Creator' }))
    expect(shell.emitted).toMatchObject([
      { name: 'tip.open', payload: { podcastId: PODCAST_ID, receiverId: sampleId(2), receiverName: 'Bisi Cole' } },
    ])

    renderScreen(<PodcastScreen />, { ...PLACE, at: `/podcast/${sampleId(21)}` })
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toMatch(/^.studio.+settings$/)
    expect(screen.getAllByRole('button', { name: 'Tip Creator' })).toHaveLength(1)
  })

  it('copies the link if the device cannot share', async () => {
    stubApi(FULL)
    const user = userEvent.setup()
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    await user.click(await screen.findByRole('button', { name: 'Share' }))

    const address = `http://localhost:3000/listen/${PODCAST_ID}`
    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Link Copied', description: address }]))
    expect(await navigator.clipboard.readText()).toBe(address)
  })

  it('offers to log in when the session has ended', async () => {
    stubApi(FULL)
    const { shell } = renderScreen(<PodcastScreen />, PLACE)
    await screen.findByText('1 of 3')
    act(() => shell.session.set(null))

    const log = await screen.findByText('Log in to track your progress')
    await userEvent.click(within(log.parentElement as HTMLElement).getByRole('button', { name: 'Log In' }))
    expect(shell.signInsAsked()).toBe(1)
  })

  it('shows the states without episodes, without podcast and without response', async () => {
    stubApi({
      ...FULL,
      [`GET /api/podcast/${PODCAST_ID}`]: podcast({ episodeCount: 0 }),
      'GET /api/user/me/library-counts': { favorites: 0, listened: 0, completed: 0 },
      [EPISODES]: [],
    })
    const { unmount } = renderScreen(<PodcastScreen />, PLACE)
    expect(await screen.findByText('No episodes available yet.')).toBeVisible()
    expect(await screen.findByText('It has no episodes yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Listen to/ })).toBeNull()
    unmount()

    const missing = renderScreen(<PodcastScreen />, { ...PLACE, at: '/podcast/nothing' })
    expect(await screen.findByRole('heading', { name: 'Podcast Not Found' })).toBeVisible()
    missing.unmount()

    stubApi({ [`GET /api/podcast/${PODCAST_ID}`]: failure(502, 'Down.') })
    renderScreen(<PodcastScreen />, PLACE)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
