import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen } from '@testing-library/react'
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
const chosen = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
const held = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } })

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

describe('a duplicate file', () => {
  it('is listed once, with a toast', async () => {
    stubApi({ 'GET /api/user/me/media': [] })
    const { shell } = renderScreen(<UploadScreen />)
    await pick(mp3('a.mp3'))
    await pick(mp3('a.mp3'))
    expect(shell.toasts).toEqual([{ title: 'Already selected', description: 'a.mp3 is in the list.' }])
    expect(chosen()).toEqual(['a.mp3'])
  })

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
