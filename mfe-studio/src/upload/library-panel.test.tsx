import type { MediaFile, Rendition } from '@griot/contracts/media/media-file'
import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource, stubUpload } from '../testing/browser.ts'
import { episode, mediaFile, sampleId } from '../testing/samples.ts'
import { UploadScreen } from './upload-screen.tsx'

const MY_MEDIA = 'GET /api/user/me/media'
const RENDITION = `/api/media/${sampleId(10)}/rendition`
const library = { at: '/upload?tab=library' }
const QUIET = { loudness: -24.3, peak: -9, leadingSilence: 0, trailingSilence: 0 }

const rendition = (given: Partial<Rendition> = {}): Rendition => ({
  status: 'ready',
  progress: null,
  failure: null,
  isHopeless: false,
  loudness: -16,
  peak: -1.2,
  mp3Size: 1000,
  aacSize: 1000,
  ...given,
})

let server: ReturnType<typeof stubEventSource>
beforeEach(() => {
  server = stubEventSource()
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a recording in the library', () => {
  it('leads to a new episode with a recording, unless it has failed', async () => {
    const failed = mediaFile({ id: sampleId(11), originalName: 'broken.mp3', status: 'failed', failure: 'Damaged.' })
    stubApi({ [MY_MEDIA]: [mediaFile(), failed] })
    renderScreen(<UploadScreen />, library)

    const links = await screen.findAllByRole('link', { name: /^Make an episode of this/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/studio/new?audio=${sampleId(10)}`])
  })
})

describe('a recording that is quieter than usual', () => {
  it('is normalized on request, with its progress, and listeners hear the chosen version', async () => {
    const file = mediaFile({ sound: QUIET })
    const making = { ...file, rendition: rendition({ status: 'processing', progress: 40, loudness: null }) }
    const made: MediaFile = { ...file, rendition: rendition(), delivers: 'rendition' }
    const api = stubApi({
      [MY_MEDIA]: [file],
      [`POST ${RENDITION}`]: Response.json(making, { status: 202 }),
      [`PUT /api/media/${sampleId(10)}/delivery`]: { ...made, delivers: 'original' },
      [`DELETE ${RENDITION}`]: file,
    })
    renderScreen(<UploadScreen />, library)
    expect(await screen.findByText(/quieter than usual: −24.3 LUFS.*We can normalize it/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Normalize first-talk.mp3' }))

    const bar = await screen.findByRole('progressbar', { name: 'Normalizing first-talk.mp3' })
    expect(bar).toHaveAttribute('aria-valuenow', '40')
    act(() => server.send('media', made))
    expect(await screen.findByRole('radio', { name: 'Normalized, −16.0 LUFS' })).toBeChecked()

    await userEvent.click(screen.getByRole('radio', { name: 'Original' }))
    await waitFor(() => expect(api.callsOf('PUT')).toMatchObject([{ body: { delivers: 'original' } }]))
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Original' })).toBeChecked())
    await userEvent.click(screen.getByRole('button', { name: 'Remove the normalized version of first-talk.mp3' }))
    expect(await screen.findByRole('button', { name: 'Normalize first-talk.mp3' })).toBeVisible()
  })

  it('shows the last change, even if an earlier response arrives later', async () => {
    const made = mediaFile({ sound: QUIET, rendition: rendition(), delivers: 'rendition' })
    let answer: (file: MediaFile) => void = () => undefined
    const api = stubApi({
      [MY_MEDIA]: [made],
      [`PUT /api/media/${sampleId(10)}/delivery`]: () => new Promise<MediaFile>((resolve) => (answer = resolve)),
      [`DELETE ${RENDITION}`]: mediaFile({ sound: QUIET }),
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('radio', { name: 'Original' }))
    await waitFor(() => expect(api.callsOf('PUT')).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Remove the normalized version of first-talk.mp3' }))
    expect(api.callsOf('DELETE')).toEqual([])

    answer({ ...made, delivers: 'original' })
    expect(await screen.findByRole('button', { name: 'Normalize first-talk.mp3' })).toBeVisible()
    expect(api.callsOf('DELETE')).toHaveLength(1)
  })

  it('shows why normalizing failed, and offers a retry', async () => {
    const failed = mediaFile({ sound: QUIET, rendition: rendition({ status: 'failed', failure: 'It took too long.' }) })
    const api = stubApi({ [MY_MEDIA]: [failed], [`POST ${RENDITION}`]: failure(409, 'It is not ready.') })
    const { shell } = renderScreen(<UploadScreen />, library)
    expect(await screen.findByText('It took too long.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(shell.toasts).toMatchObject([{ description: 'It is not ready.', tone: 'destructive' }]))
    expect(api.callsOf('POST')).toHaveLength(1)
  })
})

describe('replacing audio', () => {
  const NEXT = sampleId(100)

  it('uploads the new audio and replaces the old one', async () => {
    const upload = stubUpload()
    const waiting = mediaFile({
      replacement: { id: NEXT, originalName: 'second-take.mp3', status: 'processing', progress: 20, failure: null },
    })
    const api = stubApi({
      [MY_MEDIA]: [mediaFile()],
      [`GET /api/media/${NEXT}`]: mediaFile({ id: NEXT, originalName: 'second-take.mp3', status: 'processing' }),
      [`POST /api/media/${sampleId(10)}/replace`]: Response.json(waiting, { status: 202 }),
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Replace the audio of first-talk.mp3' }))
    const dialog = screen.getByRole('dialog', { name: 'Replace the audio' })
    expect(within(dialog).getByRole('button', { name: 'Replace' })).toBeDisabled()
    const take = new File(['x'.repeat(2048)], 'second-take.mp3', { type: 'audio/mpeg' })
    await userEvent.upload(within(dialog).getByLabelText('New audio'), take)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))

    expect(await screen.findByText(/second-take.mp3 is being uploaded, 10%/)).toBeVisible()
    await upload.isSending()
    act(() => upload.finish())
    expect(await screen.findByText(/second-take.mp3 is being checked, 20%/)).toBeVisible()
    expect(api.callsOf('POST')).toMatchObject([{ body: { mediaFileId: NEXT } }])
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)

    act(() => server.send('media', mediaFile({ duration: 300, fileSize: 2048 })))
    expect(await screen.findByText('2 KB · 5:00 · 5 minutes ago')).toBeVisible()
    expect(screen.queryByText(/being checked/)).toBeNull()
  })

  it('shows why the new audio cannot replace the old one, and dismisses it', async () => {
    const failed = { id: NEXT, originalName: 'x.mp3', status: 'failed', progress: null, failure: 'No sound.' } as const
    let files = [mediaFile({ replacement: failed })]
    stubApi({
      [MY_MEDIA]: () => files,
      [`DELETE /api/media/${NEXT}`]: () => {
        files = [mediaFile()]
        return { id: NEXT, episodeIds: [] }
      },
    })
    renderScreen(<UploadScreen />, library)
    expect(await screen.findByText('x.mp3 cannot replace it: No sound.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText(/cannot replace it/)).toBeNull())
  })
})

describe('linking', () => {
  const link = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Link first-talk.mp3 to an episode' }))
    const dialog = screen.getByRole('dialog', { name: 'Link to Episode' })
    await userEvent.click(within(dialog).getByLabelText('Episode ID'))
    await userEvent.paste(sampleId(30))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Link to Episode' }))
    return dialog
  }

  it.each([
    [failure(404, 'Not here.'), 'You have no episode with that id.'],
    [failure(409, 'This file could not be processed.'), 'This file could not be processed.'],
  ])('says why it cannot', async (refusal, sentence) => {
    stubApi({
      [MY_MEDIA]: [mediaFile()],
      'GET /api/episodes': [],
      [`POST /api/episode/${sampleId(30)}/media`]: refusal,
    })
    const { shell } = renderScreen(<UploadScreen />, library)
    const dialog = await link()
    expect(await within(dialog).findByText(sentence)).toBeVisible()
    expect(shell.toasts).toMatchObject([{ title: 'Link failed', description: 'Failed to link media to episode' }])
  })

  it('shows the current audio of each episode', async () => {
    stubApi({
      [MY_MEDIA]: [mediaFile(), mediaFile({ id: sampleId(11), originalName: 'second.mp3' })],
      'GET /api/episodes': [
        episode({ audioFileId: sampleId(11) }),
        episode({ id: sampleId(31), title: 'Bread', audioFileId: sampleId(10) }),
        episode({ id: sampleId(32), title: 'Water' }),
      ],
    })
    renderScreen(<UploadScreen />, library)
    await userEvent.click(await screen.findByRole('button', { name: 'Link first-talk.mp3 to an episode' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Link to Episode' }))
    const rows = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'Salt and MemoryThe Long Table · Episode 1 · plays second.mp3',
      'BreadThe Long Table · Episode 1 · plays this file',
      'WaterThe Long Table · Episode 1 · no audio yet',
    ])

    const note = 'The episode plays another file now. This file replaces it.'
    await userEvent.click(dialog.getByRole('button', { name: /Water/ }))
    expect(dialog.queryByText(note)).toBeNull()
    await userEvent.clear(dialog.getByLabelText('Episode ID'))
    await userEvent.click(dialog.getByRole('button', { name: /Salt/ }))
    expect(dialog.getByText(note)).toBeVisible()
  })

  it('accepts a file that is still being processed', async () => {
    const api = stubApi({
      [MY_MEDIA]: [mediaFile({ status: 'processing' })],
      'GET /api/episodes': [],
      [`GET /api/episode/${sampleId(30)}`]: episode({ audioFileId: sampleId(10) }),
      [`POST /api/episode/${sampleId(30)}/media`]: Response.json({}, { status: 201 }),
    })
    renderScreen(<UploadScreen />, library)
    await link()
    await waitFor(() => expect(api.callsOf('POST')).toMatchObject([{ body: { whenReady: true } }]))
  })
})
