import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource, stubUpload } from '../testing/browser.ts'
import { episode, FIRST_UPLOAD, happened, mediaFile, podcast, sampleId, unfinishedUpload } from '../testing/samples.ts'
import { UploadScreen } from '../upload/upload-screen.tsx'
import { NewEpisodeScreen } from './new-episode-screen.tsx'

const ID = sampleId(20)
const at = (search = '') => ({ at: `/studio/${ID}/new${search}`, path: '/studio/:id/new' })
const mp3 = (name = 'first-talk.mp3') => new File(['x'.repeat(2048)], name, { type: 'audio/mpeg' })
const processing = mediaFile({ id: FIRST_UPLOAD, status: 'processing', duration: null })

const answers = (more: Record<string, unknown> = {}) => ({
  [`GET /api/podcast/${ID}`]: { ...podcast(), episodeCount: 7 },
  [`GET /api/podcast/${ID}/episodes`]: [episode({ episodeNumber: 7 })],
  'GET /api/user/me/media': [],
  'GET /api/media/uploads': [],
  [`GET /api/media/${FIRST_UPLOAD}`]: processing,
  [`GET /api/media/${FIRST_UPLOAD}/timeline`]: [happened('received')],
  'POST /api/episodes': ({ body }: { body: unknown }) =>
    Response.json(episode({ ...(body as object), id: sampleId(30) }), { status: 201 }),
  ...more,
})

let events: ReturnType<typeof stubEventSource>
beforeEach(() => {
  events = stubEventSource()
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const drop = async (...files: File[]) => {
  await screen.findByText('Select Audio File')
  const itemOf = ({ name }: File) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: name === 'folder' }) })
  const transfer = { types: ['Files'], files, items: files.map(itemOf) }
  act(() => void fireEvent.drop(document.body, { dataTransfer: transfer }))
}
const write = async () => {
  await userEvent.type(await screen.findByLabelText('Title'), 'Salt and Memory')
  await userEvent.type(screen.getByLabelText('Description'), 'The first one.')
  await waitFor(() => expect(screen.getByLabelText('Episode Number')).toHaveValue(8))
}
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** The page, which the user leaves and opens again. */
function Visited() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Leave or return
      </button>
      {isOpen && <NewEpisodeScreen />}
    </>
  )
}

describe('a new episode', () => {
  it('uploads the dropped file while it is written, and publishes when the file is ready', async () => {
    const upload = stubUpload()
    const api = stubApi(answers())
    const { shell, address } = renderScreen(<NewEpisodeScreen />, at())
    await drop(mp3())
    await upload.isSending()
    act(() => upload.progress(1024, 2048))
    expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute('aria-valuenow', '55')
    await write()
    expect(screen.queryByLabelText('Duration (seconds)')).toBeNull()
    expect(screen.getByRole('button', { name: 'Publish when ready' })).toBeVisible()

    act(() => upload.finish())
    expect(await screen.findByText('Processing…')).toBeVisible()
    act(() => events.send('media', mediaFile({ id: FIRST_UPLOAD })))
    await submit((await screen.findByRole('button', { name: 'Publish' })).textContent ?? '')

    await waitFor(() =>
      expect(api.callsOf('POST').map(({ body }) => body)).toEqual([
        {
          title: 'Salt and Memory',
          description: 'The first one.',
          podcastId: ID,
          audioFileId: FIRST_UPLOAD,
          duration: 0,
          episodeNumber: 8,
          status: 'published',
          publishAt: null,
        },
      ]),
    )
    await waitFor(() => expect(address()).toBe(`/studio/${ID}`))
    expect(shell.toasts.at(-1)).toEqual({ title: 'Success', description: 'Episode created successfully!' })
  })

  it('links an upload that is still running to the saved episode when it arrives', async () => {
    const upload = stubUpload()
    const linked = `POST /api/episode/${sampleId(30)}/media`
    const api = stubApi(
      answers({ [linked]: {}, [`GET /api/episode/${sampleId(30)}`]: episode({ audioFileId: FIRST_UPLOAD }) }),
    )
    const { address } = renderScreen(<NewEpisodeScreen />, at())
    await drop(mp3())
    await upload.isSending()
    await write()
    await submit('Publish when ready')
    await waitFor(() => expect(address()).toBe(`/studio/${ID}`))
    expect(api.callsOf('POST')[0]?.body).toMatchObject({ status: 'when_ready', audioFileId: null })

    act(() => upload.finish())
    await waitFor(() =>
      expect(api.callsOf('POST')[1]).toMatchObject({
        path: `/api/episode/${sampleId(30)}/media`,
        body: { mediaFileId: FIRST_UPLOAD, whenReady: true },
      }),
    )
  })

  it('links the file of an upload that a reload interrupted after the episode was saved', async () => {
    const upload = stubUpload()
    const file = mp3()
    const linked = `POST /api/episode/${sampleId(30)}/media`
    const api = stubApi(
      answers({ [linked]: {}, [`GET /api/episode/${sampleId(30)}`]: episode({ audioFileId: FIRST_UPLOAD }) }),
    )
    const { address, unmount, shell } = renderScreen(<NewEpisodeScreen />, at())
    await drop(file)
    await upload.isSending()
    await write()
    await submit('Publish when ready')
    await waitFor(() => expect(address()).toBe(`/studio/${ID}`))

    unmount()
    shell.dispose()
    renderScreen(<UploadScreen />)
    await userEvent.upload(await screen.findByLabelText('Select Audio File'), file)
    await userEvent.click(await screen.findByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    act(() => upload.finish())
    await waitFor(() => expect(api.callsOf('POST').map(({ path }) => path)).toContain(linked.slice('POST '.length)))
  })

  it('keeps a draft without audio and length', async () => {
    const api = stubApi(answers())
    renderScreen(<NewEpisodeScreen />, at())
    await write()
    await submit('Publish when ready')
    await waitFor(() => expect(alerts()).toEqual(['Choose a recording, or keep the episode as a draft.']))
    expect(api.callsOf('POST')).toEqual([])

    await userEvent.click(screen.getByLabelText(/keep it as a draft/))
    await submit('Save draft')
    await waitFor(() =>
      expect(api.callsOf('POST')[0]?.body).toMatchObject({ status: 'draft', audioFileId: null, duration: 0 }),
    )
  })

  it('restores the text and finds the running upload after the user returns', async () => {
    const upload = stubUpload()
    stubApi(answers())
    renderScreen(<Visited />, at())
    await drop(mp3())
    await upload.isSending()
    await write()
    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }))
    expect(screen.queryByLabelText('Title')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }))

    expect(await screen.findByText('Your unsaved changes are restored.')).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Salt and Memory')
    expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
    // Also an upload that arrives while the user is away.
    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }))
    await act(async () => upload.finish())
    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }))
    expect(await screen.findByText('Processing…')).toBeVisible()
  })

  it('asks for the file of an upload that a reload interrupted', async () => {
    const stored = { title: 'Salt and Memory', audioFileId: FIRST_UPLOAD }
    sessionStorage.setItem(`test-shell ${sampleId(1)} new episode ${ID}`, JSON.stringify(stored))
    stubApi(answers({ 'GET /api/media/uploads': [unfinishedUpload] }))
    renderScreen(<NewEpisodeScreen />, at())
    expect(
      await screen.findByText(/The upload of first-talk.mp3 was interrupted: 1 KB of 2 KB arrived. Choose the same/),
    ).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Salt and Memory')
  })

  it('begins with the recording of the address, or one of the media library', async () => {
    const other = mediaFile({ id: sampleId(11), originalName: 'second-talk.mp3' })
    const suggestions = { title: 'Live from the quay', artist: null, album: null, hasArtwork: false }
    stubApi(answers({ 'GET /api/user/me/media': [mediaFile({ suggestions }), other] }))
    const { address } = renderScreen(<NewEpisodeScreen />, at(`?audio=${sampleId(10)}`))
    expect(await screen.findByText('first-talk.mp3')).toBeVisible()
    await waitFor(() => expect(address()).toBe(`/studio/${ID}/new`))
    await userEvent.click(screen.getByRole('button', { name: 'Use this title' }))
    expect(screen.getByLabelText('Title')).toHaveValue('Live from the quay')

    await submit('Choose another recording')
    await userEvent.selectOptions(screen.getByLabelText(/use a recording from your media library/), [
      'second-talk.mp3 · 2:05',
    ])
    expect(await screen.findByText('second-talk.mp3')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Publish' })).toBeVisible()
  })

  it('refuses a wrong file or a folder beside the field, and uses only the first of several', async () => {
    const upload = stubUpload()
    stubApi(answers())
    renderScreen(<NewEpisodeScreen />, at())
    await drop(new File(['x'], 'cover.png', { type: 'image/png' }))
    expect(alerts()[0]).toMatch(/^cover.png: Please select an audio file/)

    await drop(new File([], 'folder'))
    expect(alerts()[0]).toBe('folder: Folders cannot be uploaded. Open the folder, and choose the files in it.')

    await drop(mp3(), mp3('second-talk.mp3'))
    await upload.isSending()
    expect(alerts()).toEqual(['An episode has one recording: only first-talk.mp3 is uploaded.'])
  })

  it('shows the errors of the server beside the fields, and keeps the input', async () => {
    const sentence = 'This podcast already has an episode 8.'
    stubApi(
      answers({
        'GET /api/user/me/media': [mediaFile()],
        'POST /api/episodes': failure(409, sentence, { episodeNumber: sentence }),
      }),
    )
    const { shell } = renderScreen(<NewEpisodeScreen />, at(`?audio=${sampleId(10)}`))
    await write()
    await submit('Publish')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByLabelText('Title')).toHaveValue('Salt and Memory')
    expect(shell.toasts).toMatchObject([{ title: 'Error', description: 'Failed to create episode' }])
  })
})
