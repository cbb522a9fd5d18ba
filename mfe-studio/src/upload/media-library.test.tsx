import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePath } from '../media/api.ts'
import { stubEventSource, stubSound } from '../testing/browser.ts'
import { episode, mediaFile, sampleId } from '../testing/samples.ts'
import { UploadScreen } from './upload-screen.tsx'

const MY_MEDIA = 'GET /api/user/me/media'

let server: ReturnType<typeof stubEventSource>
beforeEach(() => {
  server = stubEventSource()
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the media library', () => {
  const library = { at: '/upload?tab=library' }

  it('explains what to do when it is empty', async () => {
    stubApi({ [MY_MEDIA]: [] })
    renderScreen(<UploadScreen />, library)
    expect(
      await screen.findByText('No media files uploaded yet. Upload your first audio file to get started.'),
    ).toBeVisible()
  })

  it('can be loaded again after a failure', async () => {
    let isDown = true
    stubApi({ [MY_MEDIA]: () => (isDown ? failure(503, 'Not now.') : [mediaFile()]) })
    renderScreen(<UploadScreen />, library)
    const retry = await screen.findByRole('button', { name: 'Retry' })

    isDown = false
    await userEvent.click(retry)
    expect(await screen.findByText('first-talk.mp3')).toBeVisible()
  })

  it('shows format, name, size, duration and age of every file', async () => {
    stubApi({ [MY_MEDIA]: [mediaFile(), mediaFile({ id: sampleId(11), duration: null, mimeType: 'audio/x-wav' })] })
    renderScreen(<UploadScreen />, library)

    expect(await screen.findByText('2.38 MB · 2:05 · 5 minutes ago')).toBeVisible()
    expect(screen.getByText('2.38 MB · Unknown · 5 minutes ago')).toBeVisible()
    expect(screen.getByText('MPEG')).toBeVisible()
    expect(screen.getByText('X-WAV')).toBeVisible()
    expect(screen.getByText('2 files')).toBeVisible()
  })

  it('lists the episodes that play a file', async () => {
    stubApi({
      [MY_MEDIA]: [mediaFile({ episodeIds: [sampleId(30), sampleId(31)] })],
      'GET /api/episodes': [episode()],
    })
    renderScreen(<UploadScreen />, library)

    expect(await screen.findByRole('link', { name: 'Salt and Memory' })).toHaveAttribute(
      'href',
      `/episode/${sampleId(30)}`,
    )
    expect(screen.getByRole('link', { name: 'one of your episodes' })).toBeVisible()
  })

  it('plays one preview at a time and pauses the main player', async () => {
    const { played } = stubSound()
    stubApi({ [MY_MEDIA]: [mediaFile(), mediaFile({ id: sampleId(11), originalName: 'second.mp3' })] })
    const { shell } = renderScreen(<UploadScreen />, library)
    shell.api.player.play()

    await userEvent.click(await screen.findByRole('button', { name: 'Preview first-talk.mp3' }))
    expect(shell.playerState.get().status).toBe('paused')
    await userEvent.click(screen.getByRole('button', { name: 'Preview second.mp3' }))
    expect(played).toEqual([`/api/media/${sampleId(10)}/stream`, `/api/media/${sampleId(11)}/stream`])
    expect(screen.getByRole('button', { name: 'Stop second.mp3' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Preview first-talk.mp3' })).toBeVisible()

    act(() => shell.api.player.play())
    expect(screen.getByRole('button', { name: 'Preview second.mp3' })).toBeVisible()
  })

  it('lists the linked episodes before a deletion', async () => {
    let files = [mediaFile({ episodeIds: [sampleId(30)] })]
    const api = stubApi({
      [MY_MEDIA]: () => files,
      [`GET /api/episode/${sampleId(30)}`]: episode(),
      'GET /api/media/storage': () => ({
        usedBytes: files.length * 1024,
        mostBytes: 2048,
        usedFiles: files.length,
        mostFiles: 1,
      }),
      [`DELETE /api/media/${sampleId(10)}`]: () => {
        files = []
        return { id: sampleId(10) }
      },
    })
    const { shell } = renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete first-talk.mp3' }))

    const dialog = screen.getByRole('dialog', { name: 'Delete this audio?' })
    expect(await within(dialog).findByText('Salt and Memory')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText(/No media files uploaded yet/)).toBeVisible()
    expect(await screen.findByText('0 Bytes of 2 KB used · 0 of 1 files')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('DELETE')).toHaveLength(1)
    expect(shell.toasts).toEqual([
      { title: 'Media deleted', description: 'The media file has been deleted successfully.' },
    ])
  })

  it('links by a selected episode or by a typed id', async () => {
    const api = stubApi({
      [MY_MEDIA]: [mediaFile()],
      'GET /api/episodes': [episode(), episode({ id: sampleId(31), title: 'Bread' })],
      [`GET /api/episode/${sampleId(31)}`]: episode({ id: sampleId(31), audioFileId: sampleId(10) }),
      [`POST /api/episode/${sampleId(31)}/media`]: Response.json({}, { status: 201 }),
    })
    const { shell } = renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Link first-talk.mp3 to an episode' }))

    const dialog = screen.getByRole('dialog', { name: 'Link to Episode' })
    const submit = within(dialog).getByRole('button', { name: 'Link to Episode' })
    expect(submit).toBeDisabled()
    await userEvent.type(within(dialog).getByPlaceholderText('Enter episode ID'), 'zzz')
    expect(await within(dialog).findByText(/^No episode matches\./)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: /Salt and Memory/ })).toBeVisible()
    await userEvent.clear(within(dialog).getByLabelText('Episode ID'))
    await userEvent.type(within(dialog).getByLabelText('Episode ID'), 'brea')
    await userEvent.click(submit)
    expect(within(dialog).getByRole('alert').textContent).toContain('That is not the id of an episode.')

    await userEvent.click(await within(dialog).findByRole('button', { name: /Bread/ }))
    expect(within(dialog).getByLabelText('Episode ID')).toHaveValue(sampleId(31))
    expect(within(dialog).queryByRole('button', { name: /Salt and Memory/ })).toBeNull()
    await userEvent.click(submit)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST')).toMatchObject([
      { body: { mediaFileId: sampleId(10), mediaType: 'audio', isDefault: true } },
    ])
    expect(shell.toasts).toMatchObject([{ title: 'Media linked' }])
  })

  it('shows remarks about the sound, and the waveform', async () => {
    stubApi({
      [MY_MEDIA]: [mediaFile(), mediaFile({ id: sampleId(11), originalName: 'old.mp3', sound: null })],
      [`GET /api/media/${sampleId(10)}/peaks`]: () => new Response(Uint8Array.from([0, 128, 255])),
    })
    renderScreen(<UploadScreen />, library)

    const remarks = await screen.findByRole('list', { name: 'Sound quality of first-talk.mp3' })
    expect(within(remarks).getByText('It sounds good: −16.2 LUFS.')).toBeVisible()
    expect(await screen.findByRole('img', { name: 'Waveform of first-talk.mp3' })).toBeVisible()
    expect(screen.queryByRole('list', { name: /old.mp3/ })).toBeNull()
  })

  it('searches, filters and sorts over all pages', async () => {
    const files = [
      mediaFile({ originalName: 'Part 10.mp3', fileSize: 1024 }),
      mediaFile({ id: sampleId(11), originalName: 'part 9.mp3', fileSize: 3072, status: 'failed', failure: 'No.' }),
    ]
    const last = mediaFile({ id: sampleId(12), originalName: 'Intro.mp3', fileSize: 2048, sound: null })
    stubApi({
      [MY_MEDIA]: () => Response.json(files, { headers: { link: '</api/user/me/media?cursor=two>; rel="next"' } }),
      [`${MY_MEDIA}?cursor=two`]: [last],
    })
    renderScreen(<UploadScreen />, library)
    expect(await screen.findByText('Intro.mp3')).toBeVisible()
    const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

    await userEvent.selectOptions(screen.getByLabelText('Sort'), 'By name')
    expect(names()).toEqual(['Intro.mp3', 'part 9.mp3', 'Part 10.mp3'])
    await userEvent.selectOptions(screen.getByLabelText('Sort'), 'Largest first')
    expect(names()).toEqual(['part 9.mp3', 'Intro.mp3', 'Part 10.mp3'])
    await userEvent.type(screen.getByLabelText('Search your files'), 'PART')
    expect(names()).toEqual(['part 9.mp3', 'Part 10.mp3'])
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Failed')
    expect(names()).toEqual(['part 9.mp3'])

    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Processing')
    await userEvent.click(screen.getByRole('button', { name: 'Show all files' }))
    expect(names()).toHaveLength(3)
  })

  it('renames a file, and shows the error when the server refuses', async () => {
    const refusals = [failure(400, 'Please look again.', { originalName: 'Please enter a name.' })]
    const api = stubApi({
      [MY_MEDIA]: [mediaFile()],
      [`PATCH /api/media/${sampleId(10)}`]: () => refusals.shift() ?? mediaFile({ originalName: 'bread.mp3' }),
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Rename first-talk.mp3' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'bread.mp3')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please enter a name.')).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'bread.mp3' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('PATCH')[1]?.body).toEqual({ originalName: 'bread.mp3' })
  })

  it('shows the history of a failed file, and retries it', async () => {
    const at = '2026-11-02T10:00:00.000Z'
    const timeline = [
      { kind: 'received', at, attempt: null, sentence: null, technical: null },
      { kind: 'failed', at, attempt: null, sentence: 'We could not process this file.', technical: null },
    ]
    stubApi({
      [MY_MEDIA]: [mediaFile({ status: 'failed', failure: 'We could not process this file.' })],
      [`GET /api/media/${sampleId(10)}/timeline`]: timeline,
      [`POST /api/media/${sampleId(10)}/retry`]: () => {
        timeline.push({ kind: 'queued', at, attempt: null, sentence: 'Someone asked.', technical: null })
        return Response.json(mediaFile({ status: 'processing' }), { status: 202 })
      },
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Processing history of first-talk.mp3' }))
    const dialog = screen.getByRole('dialog', { name: 'Processing history' })
    expect(await within(dialog).findByText('Received')).toBeVisible()

    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await within(dialog).findByText('Waiting in the queue')).toBeVisible()
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull())
  })

  it('retries a second file while the response to the first is outstanding', async () => {
    const failed = { status: 'failed', failure: 'We could not process this file.' } as const
    const second = { id: sampleId(11), originalName: 'second-talk.mp3' }
    stubApi({
      [MY_MEDIA]: [mediaFile(failed), mediaFile({ ...failed, ...second })],
      [`POST /api/media/${sampleId(10)}/retry`]: () => new Promise<Response>(() => {}),
      [`POST /api/media/${sampleId(11)}/retry`]: () =>
        Response.json(mediaFile({ ...second, status: 'processing' }), { status: 202 }),
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: first-talk.mp3' }))
    await userEvent.click(screen.getByRole('button', { name: 'Try again: second-talk.mp3' }))
    expect(await screen.findByText(/^Processing/, { selector: 'span' })).toBeVisible()
  })

  it('offers a replacement after a permanent failure', async () => {
    const failed = mediaFile({ status: 'failed', failure: 'This file is not audio we can read.', isHopeless: true })
    stubApi({ [MY_MEDIA]: [failed], [`GET /api/media/${sampleId(10)}/timeline`]: [] })
    const { unmount } = renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Processing history of first-talk.mp3' }))
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()

    const happened = within(screen.getByRole('dialog', { name: 'Processing history' }))
    const [close] = happened.getAllByRole('button', { name: 'Close' })
    await userEvent.click(close as HTMLElement)
    await userEvent.click(screen.getByRole('button', { name: 'Replace the file: first-talk.mp3' }))
    expect(screen.getByRole('dialog', { name: 'Replace the audio' })).toBeVisible()
    unmount()

    // As the queue leads there.
    renderScreen(<UploadScreen />, { at: replacePath(sampleId(10)) })
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Replace the audio' })).getByRole('button', { name: 'Cancel' }),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reads the list again after the connection was lost', async () => {
    const api = stubApi({ [MY_MEDIA]: [mediaFile()] })
    renderScreen(<UploadScreen />, library)
    await screen.findByText('first-talk.mp3')

    act(() => server.reconnect())
    await waitFor(() => expect(api.calls.filter(({ path }) => path === '/api/user/me/media')).toHaveLength(2))
  })

  it('reconnects after the service refused the event stream during a restart', async () => {
    const api = stubApi({ [MY_MEDIA]: [mediaFile()] })
    renderScreen(<UploadScreen />, library)
    await screen.findByText('first-talk.mp3')

    vi.useFakeTimers()
    server.refuse()
    vi.runAllTimers()
    vi.useRealTimers()
    act(() => server.open(2))
    await waitFor(() => expect(api.calls.filter(({ path }) => path === '/api/user/me/media')).toHaveLength(2))
  })
})
