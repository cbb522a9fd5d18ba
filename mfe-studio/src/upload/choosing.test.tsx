import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubEventSource } from '../testing/browser.ts'
import { mediaFile } from '../testing/samples.ts'
import { UploadScreen } from './upload-screen.tsx'

beforeEach(() => void stubEventSource())
afterEach(() => vi.unstubAllGlobals())

const mp3 = (name: string) => new File(['x'.repeat(2048)], name, { type: 'audio/mpeg', lastModified: 1 })
const pick = (file: File) =>
  userEvent.upload(screen.getByLabelText(/^Select (More )?Audio Files?$/), file, { applyAccept: false })
const chosen = () => {
  const list = screen.queryByRole('list', { name: 'Selected files' })
  return [...(list?.children ?? [])].map((item) => item.querySelector('p')?.textContent)
}
const itemOf = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) })
const held = (...files: File[]) => ({
  dataTransfer: { types: ['Files'], files, items: files.map(({ name }) => itemOf(name === 'folder.mp3')) },
})
const refused = () =>
  within(screen.getByRole('list', { name: 'Refused files' }))
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('p')].map((line) => line.textContent))

describe('dropped files', () => {
  it('are accepted anywhere on the page', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<UploadScreen />)
    fireEvent.dragOver(screen.getByRole('heading', { level: 1 }), held())
    expect(screen.getByText('Drop the files to select them.')).toBeVisible()
    fireEvent.dragLeave(document.body)
    expect(screen.queryByText('Drop the files to select them.')).toBeNull()

    const wasLeft = fireEvent.drop(screen.getByRole('heading', { level: 1 }), held(mp3('a.mp3'), mp3('b.mp3')))
    expect(wasLeft).toBe(false)
    expect(await screen.findByText('a.mp3')).toBeVisible()
    expect(chosen()).toEqual(['a.mp3', 'b.mp3'])
  })

  it('are distinguished from dragged text', () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<UploadScreen />)
    expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  })
})

describe('refused files', () => {
  it('are listed by name with their reasons, until they are dismissed', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<UploadScreen />)
    const image = new File(['x'], 'cover.png', { type: 'image/png' })
    const empty = new File([], 'empty.wav', { type: 'audio/wav' })
    fireEvent.drop(document.body, held(mp3('a.mp3'), image, empty, mp3('folder.mp3'), mp3('a.mp3')))

    expect(await screen.findByText('4 files were not added')).toBeVisible()
    expect(refused()).toEqual([
      ['folder.mp3', 'Folders cannot be uploaded. Open the folder, and choose the files in it.'],
      ['cover.png', 'Invalid file type. Please select an audio file (MP3, WAV, OGG, AAC, M4A, FLAC).'],
      ['empty.wav', 'Empty file. Please choose another one.'],
      ['a.mp3', 'Already selected. a.mp3 is in the list.'],
    ])
    expect(chosen()).toEqual(['a.mp3'])

    await userEvent.click(screen.getByRole('button', { name: 'Dismiss refused files' }))
    expect(screen.queryByRole('list', { name: 'Refused files' })).toBeNull()
  })

  it('remain listed on the next choice, except a file that is accepted now', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    renderScreen(<UploadScreen />)
    await pick(new File([], 'a.mp3', { type: 'audio/mpeg' }))
    await pick(new File(['x'], 'cover.png', { type: 'image/png' }))
    expect(refused().map(([name]) => name)).toEqual(['a.mp3', 'cover.png'])

    await pick(mp3('a.mp3'))
    expect(refused().map(([name]) => name)).toEqual(['cover.png'])
    expect(chosen()).toEqual(['a.mp3'])
  })
})

describe('a duplicate file', () => {
  it('can be uploaded again, with a note', async () => {
    stubApi({ 'GET /api/user/me/media': [mediaFile({ originalName: 'a.mp3', fileSize: 2048 })] })
    renderScreen(<UploadScreen />)
    await pick(mp3('a.mp3'))
    expect(await screen.findByText('Your library has a file with this name and size already.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload Audio File' })).toBeEnabled()
    await pick(mp3('other.mp3'))
    expect(screen.getAllByText(/already\.$/)).toHaveLength(1)
  })
})
