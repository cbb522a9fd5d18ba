import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource, stubUpload } from '../testing/browser.ts'
import { FIRST_UPLOAD, happened, mediaFile, sampleId, unfinishedUpload } from '../testing/samples.ts'
import { UploadScreen } from './upload-screen.tsx'

const MY_MEDIA = 'GET /api/user/me/media'
const mp3 = (name = 'first-talk.mp3') => new File(['x'.repeat(2048)], name, { type: 'audio/mpeg' })

let server: ReturnType<typeof stubEventSource>
beforeEach(() => {
  server = stubEventSource()
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pick = (file: File) => userEvent.upload(screen.getByLabelText('Select Audio File'), file, { applyAccept: false })

describe('uploading', () => {
  it('shows the chosen file, and clears it', async () => {
    stubApi({ [MY_MEDIA]: [] })
    renderScreen(<UploadScreen />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audio Content Management')
    expect(screen.getByText('Upload, manage, and organize your podcast audio files')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Upload Audio File' })).toBeDisabled()

    await pick(mp3())
    expect(screen.getByText('first-talk.mp3')).toBeInTheDocument()
    expect(screen.getByText('2 KB · audio/mpeg')).toBeInTheDocument()

    await userEvent.click(screen.getByRole('button', { name: 'Clear selected file' }))
    expect(screen.getByRole('button', { name: 'Browse' })).toBeInTheDocument()
  })

  it('refuses a wrong type and sends no request', async () => {
    stubApi({ [MY_MEDIA]: [] })
    renderScreen(<UploadScreen />)

    await pick(new File(['x'], 'cover.png', { type: 'image/png' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid file type')
    expect(screen.getByRole('button', { name: 'Browse' })).toBeInTheDocument()
  })

  it('progresses from 10 to 100 %, then shows the processing until the file is ready', async () => {
    const upload = stubUpload()
    const processing = mediaFile({ id: FIRST_UPLOAD, status: 'processing', duration: null })
    const timeline = [happened('received')]
    stubApi({
      [MY_MEDIA]: [],
      [`GET /api/media/${FIRST_UPLOAD}`]: processing,
      [`GET /api/media/${FIRST_UPLOAD}/timeline`]: () => timeline,
    })
    const { shell } = renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))

    const bar = screen.getByRole('progressbar', { name: 'Upload progress' })
    expect(bar).toHaveAttribute('aria-valuenow', '10')
    await upload.isSending()
    act(() => void upload.progress(1024, 2048))
    expect(bar).toHaveAttribute('aria-valuenow', '55')
    expect(screen.getByText('1 KB of 2 KB')).toBeVisible()
    expect(upload.made).toEqual(['POST /api/media/uploads', `PATCH /api/media/uploads/${FIRST_UPLOAD}`])
    expect(screen.getByRole('button', { name: 'Upload Audio File' })).toBeDisabled()

    act(() => upload.finish())
    expect(
      await screen.findByText('File uploaded successfully! You can now link it to podcast episodes.'),
    ).toBeVisible()
    expect(shell.toasts).toMatchObject([
      { title: 'Upload successful', description: 'first-talk.mp3 has been uploaded successfully.' },
    ])
    const recent = screen.getByRole('region', { name: 'Recent uploads' })
    expect(within(recent).getByText('Processing…')).toBeInTheDocument()
    expect(await within(recent).findByText('It is waiting in the queue.')).toBeVisible()

    timeline.push(happened('started'), happened('checked'))
    act(() => server.send('media', { ...processing, progress: 40 }))
    expect(await within(recent).findByText('Its length and its loudness are being measured.')).toBeVisible()
    const steps = within(recent)
      .getAllByRole('listitem')
      .map((step) => step.textContent)
    expect(steps).toEqual(expect.arrayContaining(['Received (done)', 'Checked (done)', 'Measured']))
    // The steps before the interruption are repeated.
    timeline.push(happened('interrupted'), happened('started'))
    act(() => server.send('media', { ...processing, progress: null }))
    expect(await within(recent).findByText('It is being checked.')).toBeVisible()
    expect(within(recent).getByText('Checked')).toHaveAttribute('aria-current', 'step')

    act(() => server.send('media', mediaFile({ id: FIRST_UPLOAD })))
    await waitFor(() => expect(within(recent).getByText('Ready')).toBeInTheDocument())
    expect(within(recent).getByText(/2:05 · MP3 · 128 kbps · 44.1 kHz · stereo/)).toBeInTheDocument()

    // The notice is about the file that was chosen last, and not about the next one.
    await pick(mp3('second-talk.mp3'))
    await userEvent.click(screen.getByRole('button', { name: 'Clear selected file' }))
    expect(screen.queryByText(/File uploaded successfully/)).toBeNull()
  })

  it('keeps the state of an event that arrives before the response of the upload', async () => {
    const upload = stubUpload()
    stubApi({
      [MY_MEDIA]: [],
      [`GET /api/media/${FIRST_UPLOAD}/timeline`]: [],
      [`GET /api/media/${FIRST_UPLOAD}`]: () => {
        act(() => server.send('media', mediaFile({ id: FIRST_UPLOAD })))
        return mediaFile({ id: FIRST_UPLOAD, status: 'processing', duration: null })
      },
    })
    renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    act(() => upload.finish())

    await screen.findByText('File uploaded successfully! You can now link it to podcast episodes.')
    expect(within(screen.getByRole('region', { name: 'Recent uploads' })).getByText('Ready')).toBeVisible()
  })

  it('shows the message of the server when the upload fails, and keeps the file', async () => {
    const upload = stubUpload()
    stubApi({ [MY_MEDIA]: [] })
    const { shell } = renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))

    await upload.isSending()
    act(() => upload.answer(415, { code: 'media.wrong_type', message: 'We cannot read that.', requestId: '1' }))
    await waitFor(() =>
      expect(shell.toasts).toEqual([
        { title: 'Upload failed', description: 'We cannot read that.', tone: 'destructive' },
      ]),
    )
    expect(screen.getByRole('button', { name: 'Upload Audio File' })).toBeEnabled()
  })

  it('can be cancelled without a toast, and removes what has arrived', async () => {
    const upload = stubUpload()
    const api = stubApi({ [MY_MEDIA]: [], [`DELETE /api/media/uploads/${FIRST_UPLOAD}`]: undefined })
    const { shell } = renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(shell.toasts).toEqual([])
    expect(screen.getByText('first-talk.mp3')).toBeInTheDocument()
    await waitFor(() => expect(api.callsOf('DELETE')).toMatchObject([{ headers: { 'tus-resumable': '1.0.0' } }]))
  })

  it('sends several files with their own progress, and cancels one of them', async () => {
    const upload = stubUpload()
    const third = sampleId(102)
    stubApi({ [MY_MEDIA]: [], [`GET /api/media/${third}`]: mediaFile({ id: third, originalName: 'c.mp3' }) })
    renderScreen(<UploadScreen />)
    const wrong = new File(['x'], 'cover.png', { type: 'image/png' })
    await userEvent.upload(
      screen.getByLabelText('Select Audio File'),
      [mp3('a.mp3'), wrong, mp3('b.mp3'), mp3('c.mp3')],
      {
        applyAccept: false,
      },
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid file type')
    await userEvent.click(screen.getByRole('button', { name: 'Upload 3 Audio Files' }))

    await upload.isSending(2)
    expect(screen.getAllByRole('progressbar')).toHaveLength(2)
    expect(screen.getByText('Waiting for other uploads...')).toBeInTheDocument()
    act(() => void upload.progress(1024, 2048))
    expect(screen.getByRole('progressbar', { name: 'Upload progress: b.mp3' })).toHaveAttribute('aria-valuenow', '55')
    expect(screen.getByRole('progressbar', { name: 'Upload progress: a.mp3' })).toHaveAttribute('aria-valuenow', '10')

    await userEvent.click(screen.getByRole('button', { name: 'Cancel: a.mp3' }))
    const bar = await screen.findByRole('progressbar', { name: 'Upload progress: c.mp3' })
    await upload.isSending(2)
    act(() => upload.finish())
    await waitFor(() => expect(bar).not.toBeInTheDocument())
    // The notice names the file that has arrived, while another one is being sent.
    const notices = await screen.findByRole('list', { name: 'Uploaded files' })
    expect(
      within(notices)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['c.mp3File uploaded successfully! You can now link it to podcast episodes.'])
    expect(screen.getByRole('button', { name: 'Clear selected file: a.mp3' })).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Upload progress: b.mp3' })).toBeInTheDocument()
  })

  it('pauses, and resumes at its offset', async () => {
    const upload = stubUpload()
    stubApi({ [MY_MEDIA]: [] })
    renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    act(() => void upload.progress(1024, 2048))
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(screen.getByText('Paused')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '55')

    upload.begunBefore(FIRST_UPLOAD, 2048, 1024)
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await upload.isSending()
    expect(upload.last().sent.get('upload-offset')).toBe('1024')
    expect(upload.made.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(screen.getByText('Uploading...')).toBeVisible()
  })

  it('resumes automatically after the connection was lost', async () => {
    const upload = stubUpload()
    stubApi({ [MY_MEDIA]: [] })
    const { shell } = renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    act(() => upload.lose(512))
    expect(
      await screen.findByText('The connection was lost. The upload continues automatically where it stopped.'),
    ).toBeVisible()
    expect(shell.toasts).toEqual([])

    act(() => void dispatchEvent(new Event('online')))
    await upload.isSending()
    expect(upload.last().sent.get('upload-offset')).toBe('512')
  })

  it('resumes in a later visit when the same file is chosen again', async () => {
    const upload = stubUpload()
    stubApi({ [MY_MEDIA]: [], 'GET /api/media/uploads': [unfinishedUpload] })
    const file = mp3()
    const first = renderScreen(<UploadScreen />)
    await pick(file)
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    first.unmount()
    first.shell.dispose()

    upload.begunBefore(FIRST_UPLOAD, 2048, 1024)
    renderScreen(<UploadScreen />)
    expect(await screen.findByText(/1 KB of 2 KB arrived/)).toBeVisible()
    await pick(file)
    expect(await screen.findByText('This upload was started before. It continues where it stopped.')).toBeVisible()
    expect(screen.queryByText(/1 KB of 2 KB arrived/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    expect(upload.last().sent.get('upload-offset')).toBe('1024')
  })

  it('continues while another page is open', async () => {
    const upload = stubUpload()
    stubApi({ [MY_MEDIA]: [], [`GET /api/media/${FIRST_UPLOAD}`]: mediaFile({ id: FIRST_UPLOAD }) })
    const { shell, rerender } = renderScreen(<UploadScreen />)
    await pick(mp3())
    await userEvent.click(screen.getByRole('button', { name: 'Upload Audio File' }))
    await upload.isSending()
    rerender(<p>Another page</p>)

    upload.finish()
    await waitFor(() => expect(shell.toasts).toMatchObject([{ title: 'Upload successful' }]))
  })

  it('cancels an upload that was begun in another browser', async () => {
    let uploads = [unfinishedUpload]
    const api = stubApi({
      [MY_MEDIA]: [],
      'GET /api/media/uploads': () => uploads,
      [`DELETE /api/media/uploads/${FIRST_UPLOAD}`]: () => {
        uploads = []
        return undefined
      },
    })
    renderScreen(<UploadScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Discard first-talk.mp3' }))
    await waitFor(() => expect(screen.queryByText('Unfinished uploads')).toBeNull())
    expect(api.callsOf('DELETE')).toHaveLength(1)
  })

  it('shows the used storage, and refuses files that exceed the quota', async () => {
    stubApi({
      [MY_MEDIA]: [],
      'GET /api/media/storage': { usedBytes: 3072, mostBytes: 6144, usedFiles: 2, mostFiles: 200 },
    })
    renderScreen(<UploadScreen />)
    expect(await screen.findByText('3 KB of 6 KB used · 2 of 200 files')).toBeVisible()

    await pick(mp3('fits.mp3'))
    await userEvent.upload(screen.getByLabelText('Select More Audio Files'), mp3('too-much.mp3'))
    const [refused] = within(screen.getByRole('list', { name: 'Refused files' })).getAllByRole('listitem')
    expect(refused).toHaveTextContent(/^too-much.mp3Not enough storage\. /)
    expect(within(screen.getByRole('list', { name: 'Selected files' })).getAllByRole('listitem')).toHaveLength(1)
  })
})
