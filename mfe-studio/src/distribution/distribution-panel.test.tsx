import type { Distribution } from '@griot/contracts/catalog/distribution'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { podcast } from '../testing/samples.ts'
import { DistributionPanel } from './distribution-panel.tsx'

const show: FullPodcast = {
  ...podcast(),
  episodeCount: 2,
  isListed: true,
  language: 'en',
  isExplicit: false,
  isLocked: false,
  appleCategory: 'Society & Culture',
  newFeedUrl: null,
}
const feed: Distribution = {
  feedUrl: `https://griot.example/feeds/${show.id}.xml`,
  isLocal: false,
  feedItems: 2,
  waitingItems: 0,
  hasOwnCover: true,
  privateFeeds: 3,
}
const STATE = `GET /api/podcast/${show.id}/distribution`
const MOVE = `PUT /api/podcast/${show.id}/move`

afterEach(() => vi.unstubAllGlobals())

const open = (given: Partial<FullPodcast> = {}, role: 'owner' | 'analyst' = 'owner') =>
  renderScreen(<DistributionPanel show={{ ...show, ...given }} role={role} />)

describe('the distribution of a show', () => {
  it('copies the feed address and leads to directories', async () => {
    stubApi({ [STATE]: feed })
    const user = userEvent.setup()
    const { shell } = open()
    await user.click(await screen.findByRole('button', { name: 'Copy the feed address' }))

    expect(await navigator.clipboard.readText()).toBe(feed.feedUrl)
    expect(shell.toasts).toMatchObject([{ title: 'Feed address copied' }])
    expect(screen.getByRole('link', { name: 'Apple Podcasts' })).toHaveAttribute(
      'href',
      `https://podcastsconnect.apple.com/my-podcasts/new-feed?submitfeed=${encodeURIComponent(feed.feedUrl)}`,
    )
    expect(screen.getByText(/Listeners have 3 private feeds\./)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Change: / })).toBeNull()
  })

  it('names what directories miss, with links to the fields', async () => {
    stubApi({ [STATE]: { ...feed, feedItems: 0, waitingItems: 1, hasOwnCover: false } })
    open({ appleCategory: null })

    expect(await screen.findByText('Publish at least one episode. 1 more wait for their MP3.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change: Episodes' })).toHaveAttribute(
      'href',
      `/studio/${show.id}?tab=episodes`,
    )
    for (const title of ['Cover', 'Category']) {
      expect(screen.getByRole('link', { name: `Change: ${title}` })).toHaveAttribute(
        'href',
        `/studio/${show.id}?tab=settings`,
      )
    }
  })

  it('states that a feed without a public origin works on this machine only', async () => {
    stubApi({ [STATE]: { ...feed, isLocal: true } })
    open()

    expect(await screen.findByText(/This feed works on this machine only/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Apple Podcasts' })).toBeNull()
  })

  it('moves an unlocked feed, and shows why another one is refused', async () => {
    const sentence = 'There is no podcast feed at this address.'
    const answers = [failure(409, sentence, { newFeedUrl: sentence }), { newFeedUrl: 'https://new.example/feed' }]
    const api = stubApi({ [STATE]: feed, [MOVE]: () => answers.shift() })
    open()
    await userEvent.type(await screen.findByLabelText('New feed address'), 'https://new.example/feed')
    const move = screen.getByRole('button', { name: 'Move the feed' })

    await userEvent.click(move)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    await userEvent.click(move)
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(api.callsOf('PUT')[1]?.body).toEqual({ newFeedUrl: 'https://new.example/feed' })
  })

  it('unlocks a locked feed before a move, and takes a move back', async () => {
    const api = stubApi({
      [STATE]: feed,
      [`PATCH /api/podcast/${show.id}`]: podcast(),
      [`DELETE /api/podcast/${show.id}/move`]: { newFeedUrl: null },
    })
    const { unmount } = open({ isLocked: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock the feed' }))
    expect(screen.queryByLabelText('New feed address')).toBeNull()
    expect(api.callsOf('PATCH')[0]?.body).toEqual({ isLocked: false })
    unmount()

    open({ newFeedUrl: 'https://new.example/feed' })
    await userEvent.click(await screen.findByRole('button', { name: 'Serve the feed here again' }))
    await vi.waitFor(() => expect(api.callsOf('DELETE')).toHaveLength(1))
  })

  it('shows the move to owners only, and can be loaded again after a failure', async () => {
    let isBroken = true
    stubApi({ [STATE]: () => (isBroken ? failure(503, 'Not now.') : feed) })
    open({}, 'analyst')
    isBroken = false
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

    expect(await screen.findByText(feed.feedUrl)).toBeVisible()
    expect(screen.queryByText('Move to another host')).toBeNull()
  })
})
