import type { PrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PODCAST_ID, sampleId } from '../testing/samples.ts'
import { PrivateFeedButton } from './private-feed-button.tsx'

const BUTTON = <PrivateFeedButton podcast={{ id: PODCAST_ID, title: 'The Long Table' }} />
const feed: PrivateFeed = {
  id: sampleId(90),
  podcastId: PODCAST_ID,
  podcastTitle: 'The Long Table',
  name: 'Kitchen radio',
  createdAt: '2026-11-20T10:00:00Z',
}
const LIST = 'GET /api/private-feeds'
const CREATE = `POST /api/podcast/${PODCAST_ID}/private-feeds`

afterEach(() => vi.unstubAllGlobals())

const open = async () => {
  const { shell } = renderScreen(BUTTON)
  await userEvent.click(screen.getByRole('button', { name: 'Private feed' }))
  await screen.findByRole('dialog', { name: 'Private feed' })
  return shell
}

describe('the private feeds of a show', () => {
  it('are created with a name, whose address is shown once', async () => {
    const feeds: PrivateFeed[] = []
    const api = stubApi({
      [LIST]: () => feeds,
      [CREATE]: () => {
        feeds.push({ ...feed, name: 'My phone' })
        return { ...feeds[0], feedPath: `/feeds/${PODCAST_ID}/private/abc.xml` }
      },
    })
    await open()
    expect(await screen.findByText('You have no private feed of this show.')).toBeVisible()

    await userEvent.type(screen.getByLabelText('Name'), 'My phone')
    await userEvent.click(screen.getByRole('button', { name: 'Create private feed' }))

    expect(await screen.findByText(`${window.location.origin}/feeds/${PODCAST_ID}/private/abc.xml`)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Revoke My phone' })).toBeVisible()
    expect(api.callsOf('POST')[0]?.body).toEqual({ name: 'My phone' })
  })

  it('are revoked', async () => {
    const feeds = [feed]
    stubApi({
      [LIST]: () => feeds,
      [`DELETE /api/private-feed/${feed.id}`]: () => {
        feeds.pop()
        return { id: feed.id }
      },
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Kitchen radio' }))

    await waitFor(() => expect(screen.queryByText('Kitchen radio')).toBeNull())
  })

  it('show why a name or another feed is refused', async () => {
    const sentence = 'You have 10 private feeds of this show.'
    const answers = [failure(400, 'Invalid.', { name: 'Please enter a name.' }), failure(409, sentence)]
    stubApi({ [LIST]: [], [CREATE]: () => answers.shift() })
    await open()
    const create = screen.getByRole('button', { name: 'Create private feed' })

    await userEvent.click(create)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a name.')
    await userEvent.click(create)
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('can be loaded again after a failure', async () => {
    let isBroken = true
    stubApi({ [LIST]: () => (isBroken ? failure(503, 'Not now.') : [feed]) })
    await open()
    isBroken = false
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('Kitchen radio')).toBeVisible()
  })

  it('ask visitors to log in', async () => {
    const { shell } = renderScreen(BUTTON, { user: null })
    await userEvent.click(screen.getByRole('button', { name: 'Private feed' }))

    expect(shell.toasts).toMatchObject([{ title: 'Login Required' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
