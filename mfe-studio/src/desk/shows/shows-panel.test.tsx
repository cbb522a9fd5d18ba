import type { Show } from '@griot/contracts/catalog/moderation'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, episode, podcast, sampleId } from '../../testing/samples.ts'
import { ShowsPanel } from './shows-panel.tsx'

const show = (about: Partial<Show> = {}): Show => ({
  id: sampleId(20),
  title: 'Loud Kora',
  hostName: 'Bisi Cole',
  hostId: sampleId(70),
  coverImage: '/cover.svg',
  listeners: 12,
  createdAt: new Date().toISOString(),
  isListed: true,
  isFeatured: false,
  isHostBlocked: false,
  episodeCount: 3,
  ...about,
})
const LIST = 'GET /api/admin/shows'
const HIDE = `POST /api/admin/podcast/${sampleId(20)}/hide`
const open = (at = '/admin?tab=shows') => renderScreen(<ShowsPanel />, { at, user: ADMIN })

afterEach(() => vi.unstubAllGlobals())

describe('the shows of the operations desk', () => {
  it('hides a show with a reason, and reads the list again', async () => {
    let shows = [show()]
    const api = stubApi({
      [LIST]: () => shows,
      [HIDE]: () => {
        shows = [show({ hiddenReason: 'Copied.', isListed: false })]
        return { id: sampleId(20) }
      },
    })
    open()
    expect(await screen.findByText(/^Bisi Cole · 12 listeners · 3 episodes/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Hide: Loud Kora' }))
    const dialog = screen.getByRole('dialog', { name: 'Hide this show?' })
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Copied.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }))

    expect(await screen.findByText('Hidden: Copied.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST').map(({ body }) => body)).toEqual([{ reason: 'Copied.' }])
    expect(screen.getByRole('button', { name: 'Restore: Loud Kora' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Feature: Loud Kora' })).toBeNull()
  })

  it('shows the error of the reason beside it, and the sentence of another refusal', async () => {
    const sentence = 'Please give a reason. The owner reads it.'
    const answers = [failure(400, sentence, { reason: sentence }), failure(409, 'This show is hidden already.')]
    stubApi({ [LIST]: [show()], [HIDE]: () => answers.shift() })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Hide: Loud Kora' }))
    const submit = within(screen.getByRole('dialog')).getByRole('button', { name: 'Hide' })
    await userEvent.click(submit)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByLabelText('Reason')).toBeInvalid()
    await userEvent.click(submit)
    expect(await screen.findByText('This show is hidden already.')).toBeVisible()
  })

  it('stores search and state in the address', async () => {
    const api = stubApi({ [LIST]: [] })
    const { address } = open()
    expect(await screen.findByText('No shows')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Hidden')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Title, host or id' }), 'kora{Enter}')
    await waitFor(() => expect(address()).toBe('/admin?tab=shows&state=hidden&q=kora'))
    await waitFor(() => expect(api.calls.at(-1)?.path).toBe('/api/admin/shows?search=kora&state=hidden'))
  })

  it('offers no restore for the show of a blocked host', async () => {
    stubApi({ [LIST]: [show({ isHostBlocked: true, hiddenReason: 'The account of its host is blocked.' })] })
    open()
    expect(await screen.findByText('Hidden')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Restore: Loud Kora' })).toBeNull()
  })

  it('hides an episode and removes its audio on the page of a show', async () => {
    const one = episode({ title: 'One', audioFileId: sampleId(10), podcastId: sampleId(20) })
    const api = stubApi({
      [`GET /api/podcast/${sampleId(20)}`]: { ...podcast({ id: sampleId(20), title: 'Loud Kora' }), episodeCount: 1 },
      [`GET /api/podcast/${sampleId(20)}/episodes`]: [one],
      [`POST /api/admin/episode/${one.id}/hide`]: { id: one.id },
      [`POST /api/admin/media/${sampleId(10)}/remove`]: { id: sampleId(10), episodeIds: [one.id] },
    })
    open(`/admin?tab=shows&show=${sampleId(20)}`)
    expect(await screen.findByRole('heading', { name: 'Episodes of Loud Kora' })).toBeVisible()
    for (const name of ['Hide', 'Remove audio']) {
      await userEvent.click(await screen.findByRole('button', { name: `${name}: One` }))
      const dialog = screen.getByRole('dialog')
      await userEvent.type(within(dialog).getByLabelText('Reason'), 'Copied.')
      await userEvent.click(within(dialog).getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(api.callsOf('POST')).toHaveLength(2)
  })

  it('offers restore for an episode that is hidden itself, and not for one that is hidden with its show', async () => {
    const podcastId = sampleId(20)
    const own = episode({ id: sampleId(31), title: 'One', podcastId, hiddenReason: 'Copied.' })
    const withShow = { hiddenReason: 'Spam.', isHiddenWithShow: true } as const
    stubApi({
      [`GET /api/podcast/${podcastId}`]: { ...podcast({ id: podcastId, title: 'Loud Kora' }), episodeCount: 0 },
      [`GET /api/podcast/${podcastId}/episodes`]: [
        own,
        episode({ id: sampleId(32), title: 'Two', podcastId, ...withShow }),
      ],
    })
    open(`/admin?tab=shows&show=${podcastId}`)
    expect(await screen.findByText('Hidden with its show: Spam.')).toBeVisible()
    expect(screen.getByText('Hidden: Copied.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore: One' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Restore: Two' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Hide: Two' })).toBeVisible()
  })

  it('offers a retry when the list does not load', async () => {
    stubApi({ [LIST]: failure(503, 'Down.') })
    open()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
