import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { answers, at, busy } from '../testing/given-episodes.ts'
import { ADMIN, episode, mediaFile, sampleId } from '../testing/samples.ts'
import { AdminTabs } from './admin-tabs.tsx'

beforeEach(() => {
  stubEventSource()
})
afterEach(() => vi.unstubAllGlobals())

describe('the list of episodes', () => {
  const many = Array.from({ length: 7 }, (_, place) =>
    episode({ id: sampleId(30 + place), title: `Part ${place + 1}`, episodeNumber: place + 1 }),
  )
  const list = () => screen.findByRole('region', { name: 'Recent Episodes' })

  it('shows five episodes, and all on request', async () => {
    stubApi(answers({ 'GET /api/episodes': many }))
    renderScreen(<AdminTabs />, at)
    await within(await list()).findByText('Part 1')
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(5)
    expect(within(await list()).getByText('The Long Table · Episode 1 · 2:05')).toBeVisible()

    await userEvent.click(within(await list()).getByRole('button', { name: 'Show all 7' }))
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(7)
  })

  it('loads the next page', async () => {
    const more = { headers: { link: '</api/episodes?scope=studio&cursor=next>; rel="next"' } }
    stubApi(
      answers({
        'GET /api/episodes': () => Response.json(many, more),
        'GET /api/episodes?scope=studio&limit=50&cursor=next': [episode({ id: sampleId(50), title: 'The oldest' })],
      }),
    )
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))

    expect(await screen.findByText('The oldest')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows the episodes of all hosts to admins, who cannot change those of others', async () => {
    const other = { hostId: sampleId(2), hostName: 'Kofi Mensah' }
    const api = stubApi(
      answers({
        'GET /api/episodes?scope=studio&limit=50': [
          episode({ id: sampleId(31), title: 'Ours', hostName: 'Ada Obi' }),
          episode({ id: sampleId(32), title: 'Theirs', status: 'draft', ...other }),
        ],
      }),
    )
    renderScreen(<AdminTabs />, { ...at, user: ADMIN })
    expect(await screen.findByText('The Long Table · Kofi Mensah · Episode 1 · 2:05')).toBeVisible()
    expect(screen.getByText('The Long Table · Ada Obi · Episode 1 · 2:05')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit Ours' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy the id of Theirs' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit Theirs' })).toBeNull()
    // The form offers the own podcasts only.
    expect(api.calls.map(({ path }) => path)).toContain('/api/podcasts?hostId=me&limit=100')
  })

  it('shows the state of each episode, and what it waits for', async () => {
    stubApi(
      answers({
        'GET /api/user/me/media': [
          { ...busy, progress: 40 },
          mediaFile({ id: sampleId(12), status: 'failed', failure: 'It is no audio.' }),
        ],
        'GET /api/episodes': [
          episode({ id: sampleId(31), audioFileId: sampleId(10), audioUrl: '/x' }),
          episode({ id: sampleId(32), status: 'draft' }),
          episode({ id: sampleId(33), status: 'when_ready', audioFileId: busy.id }),
          episode({ id: sampleId(34), status: 'when_ready', audioFileId: sampleId(12) }),
          episode({ id: sampleId(35), status: 'scheduled', publishAt: new Date(2099, 0, 1, 10).toISOString() }),
        ],
      }),
    )
    renderScreen(<AdminTabs />, at)
    await screen.findByText('Live')

    const planned = 'Jan 1, 2099, 10:00 AM · no audio'
    for (const state of ['Draft · no audio', 'Processing audio · 40%', 'Audio failed', planned]) {
      expect(await screen.findByText(state)).toBeVisible()
    }
  })

  it('can be filtered by state', async () => {
    const api = stubApi(
      answers({
        'GET /api/episodes': many,
        'GET /api/episodes?scope=studio&limit=50&status=draft': [episode({ status: 'draft', title: 'Not yet' })],
        'GET /api/episodes?scope=studio&limit=50&status=scheduled': [],
      }),
    )
    renderScreen(<AdminTabs />, at)
    await screen.findByText('Part 1')
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Drafts')
    expect(await screen.findByText('Not yet')).toBeVisible()
    expect(screen.queryByText('Part 1')).toBeNull()

    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Scheduled')
    expect(await screen.findByText('No episodes match this filter.')).toBeVisible()
    expect(api.calls.at(-1)?.path).toContain('status=scheduled')
  })

  it('can be loaded again after a failure', async () => {
    let isDown = true
    stubApi(answers({ 'GET /api/episodes': () => (isDown ? failure(503, 'Not now.') : many) }))
    renderScreen(<AdminTabs />, at)
    const failed = await screen.findByText(/We could not load the episodes/)
    isDown = false
    await userEvent.click(within(failed.parentElement as HTMLElement).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('Part 1')).toBeVisible()
  })
})

describe('editing an episode', () => {
  const draft = episode({ status: 'draft', audioFileId: sampleId(10), audioUrl: '/x' })
  const openEditor = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Salt and Memory' }))
    await screen.findByRole('button', { name: 'Save changes' })
    return within(screen.getByRole('dialog'))
  }

  it('saves all fields, and the publishing plan only if it was changed', async () => {
    const api = stubApi(
      answers({
        'GET /api/episodes': [draft],
        [`GET /api/episode/${draft.id}`]: draft,
        [`PATCH /api/episode/${draft.id}`]: { ...draft, title: 'Salt' },
      }),
    )
    const { shell } = renderScreen(<AdminTabs />, at)
    const dialog = await openEditor()
    expect(dialog.getByLabelText(/keep it as a draft/)).toBeChecked()
    await userEvent.clear(dialog.getByLabelText('Title'))
    await userEvent.type(dialog.getByLabelText('Title'), 'Salt')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    await waitFor(() => expect(shell.toasts).toEqual([{ title: 'Success', description: 'Episode saved.' }]))
    expect(api.callsOf('PATCH')[0]?.body).toEqual({
      title: 'Salt',
      description: 'The first one.',
      episodeNumber: 1,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('publishes a draft', async () => {
    const api = stubApi(
      answers({
        'GET /api/episodes': [draft],
        [`GET /api/episode/${draft.id}`]: draft,
        [`PATCH /api/episode/${draft.id}`]: draft,
      }),
    )
    renderScreen(<AdminTabs />, at)
    const dialog = await openEditor()
    await userEvent.click(dialog.getByLabelText('Now'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    await waitFor(() => expect(api.callsOf('PATCH')[0]?.body).toMatchObject({ status: 'published' }))
  })

  it('keeps the input when the server refuses it', async () => {
    const sentence = 'This podcast already has an episode 2.'
    stubApi(
      answers({
        'GET /api/episodes': [draft],
        [`GET /api/episode/${draft.id}`]: draft,
        [`PATCH /api/episode/${draft.id}`]: failure(409, sentence, { episodeNumber: sentence }),
      }),
    )
    renderScreen(<AdminTabs />, at)
    const dialog = await openEditor()
    await userEvent.clear(dialog.getByLabelText('Episode Number'))
    await userEvent.type(dialog.getByLabelText('Episode Number'), '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))

    expect(await dialog.findByText(sentence)).toBeVisible()
    expect(dialog.getByLabelText('Episode Number')).toHaveValue(2)
  })

  it('requires confirmation before a deletion, and names what is kept', async () => {
    const api = stubApi(
      answers({
        'GET /api/episodes': [{ ...draft, status: 'published' }],
        [`DELETE /api/episode/${draft.id}`]: { id: draft.id },
      }),
    )
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Salt and Memory' }))
    const dialog = screen.getByRole('dialog', { name: 'Delete this episode?' })
    expect(within(dialog).getByText(/It is published: listeners can no longer play it/)).toBeVisible()
    expect(await within(dialog).findByText(/first-talk\.mp3 stays in your media library/)).toBeVisible()
    expect(api.callsOf('DELETE')).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(api.callsOf('DELETE').map(({ path }) => path)).toEqual([`/api/episode/${draft.id}?confirm=true`])
  })

  it('shows the message of the server when the deletion fails', async () => {
    const refusal = failure(409, 'It is being published just now.')
    stubApi(
      answers({
        'GET /api/episodes': [draft],
        [`GET /api/episode/${draft.id}`]: draft,
        [`DELETE /api/episode/${draft.id}`]: refusal,
      }),
    )
    renderScreen(<AdminTabs />, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Salt and Memory' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('It is being published just now.')
  })
})
