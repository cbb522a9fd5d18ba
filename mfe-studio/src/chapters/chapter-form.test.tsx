import { renderScreen } from '@griot/shell-sdk/testing/render-screen'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { episode, sampleId } from '../testing/samples.ts'
import { ChapterDialog } from './chapter-dialog.tsx'

const divided = episode({
  audioFileId: sampleId(10),
  audioUrl: `/api/media/${sampleId(10)}/stream`,
  duration: 600,
})
const PATH = `/api/episode/${divided.id}/chapters`
const SAVED = [
  { start: 0, title: 'Hello' },
  { start: 100, title: 'The river' },
]
const PROPOSED = [
  { start: 0, title: 'One' },
  { start: 60, title: 'Two' },
  { start: 120, title: 'Three' },
]

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 64))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = async (given: { chapters: object[] | null; proposals?: object[] }, put: unknown = given) => {
  const api = stubApi({
    [`GET ${PATH}`]: { proposals: [], ...given },
    [`PUT ${PATH}`]: put,
    [`GET /api/media/${sampleId(10)}/peaks`]: () => new Response(Uint8Array.from([0, 128, 255])),
  })
  const handleClose = vi.fn()
  const view = renderScreen(<ChapterDialog episode={divided} onClose={handleClose} />)
  await screen.findByRole('button', { name: 'Save chapters' })
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save chapters' }))
  return { api, handleClose, save, ...view }
}

const chapter = (number: number) => within(screen.getByRole('group', { name: `Chapter ${number}` }))
const start = (number: number) => chapter(number).getByLabelText('Start')
const sent = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('the editor of chapters', () => {
  it('accepts a proposal and saves it', async () => {
    const editor = await open({ chapters: null, proposals: [{ source: 'file', chapters: PROPOSED }] })
    expect(screen.getByText('This episode has no chapters.')).toBeVisible()

    await userEvent.click(screen.getByRole('button', { name: 'Use these chapters' }))
    expect(screen.queryByText('The audio file contains 3 chapters.')).toBeNull()
    expect(start(3)).toHaveValue('2:00')
    await editor.save()

    await waitFor(() => expect(editor.handleClose).toHaveBeenCalled())
    expect(sent(editor)).toEqual([{ chapters: PROPOSED }])
  })

  it('adds a chapter, changes and deletes others, and saves them by time', async () => {
    const editor = await open({ chapters: SAVED })

    await userEvent.clear(start(2))
    await userEvent.type(start(2), '5:00')
    await userEvent.click(screen.getByRole('button', { name: 'Add a chapter at this position' }))
    await userEvent.type(chapter(2).getByLabelText('Title'), 'Added')
    await userEvent.clear(start(2))
    await userEvent.type(start(2), '8:20.5')
    await userEvent.click(screen.getByRole('button', { name: 'Delete chapter 1' }))
    await userEvent.clear(start(2))
    await userEvent.type(start(2), '0:00')
    await editor.save()

    await waitFor(() => expect(sent(editor)).toHaveLength(1))
    expect(sent(editor)).toEqual([
      {
        chapters: [
          { start: 0, title: 'The river' },
          { start: 500.5, title: 'Added' },
        ],
      },
    ])
  })

  it('shows problems beside the fields, and sends nothing', async () => {
    const editor = await open({ chapters: SAVED })

    await userEvent.clear(start(2))
    await userEvent.type(start(2), '10:00')
    await userEvent.clear(chapter(1).getByLabelText('Title'))
    await editor.save()

    expect(await chapter(2).findByText('This is after the end of the recording.')).toBeVisible()
    expect(chapter(1).getByText('Please enter a title.')).toBeVisible()
    expect(sent(editor)).toEqual([])
  })

  it('moves a chapter by keys, and by dragging its mark on the waveform', async () => {
    await open({ chapters: SAVED })
    start(2).focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
    expect(start(2)).toHaveValue('1:41.1')

    const mark = document.querySelector('[data-chapter-mark="1"]')
    if (!mark) throw new Error('the waveform has no mark')
    fireEvent.pointerDown(mark, { isPrimary: true, button: 0, pointerId: 1, clientX: 50 })
    fireEvent.pointerMove(mark, { pointerId: 1, clientX: 150 })
    expect(start(2)).toHaveValue('5:00')
    fireEvent.pointerUp(mark, { pointerId: 1, clientX: 150 })
    fireEvent.pointerMove(mark, { pointerId: 1, clientX: 10 })
    expect(start(2)).toHaveValue('5:00')
  })

  it('starts a chapter at the position that was chosen on the waveform', async () => {
    await open({ chapters: SAVED })
    const waveform = (await screen.findByRole('img', { name: `Waveform of ${divided.title}` })).parentElement
    if (!waveform) throw new Error('the waveform has no parent')
    fireEvent.pointerDown(waveform, { isPrimary: true, button: 0, pointerId: 1, clientX: 225 })
    await userEvent.click(screen.getByRole('button', { name: 'Start chapter 2 at this position' }))
    expect(start(2)).toHaveValue('7:30')
  })

  it('keeps unsaved changes until they are discarded', async () => {
    const { handleClose } = await open({ chapters: SAVED })
    await userEvent.type(chapter(2).getByLabelText('Title'), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(handleClose).toHaveBeenCalled()
    expect(chapter(2).getByLabelText('Title')).toHaveValue('The river')
  })

  it('stays open with its values if they were not saved', async () => {
    const editor = await open({ chapters: SAVED }, () => failure(403, 'Your role in this show is analyst.'))
    await editor.save()
    await waitFor(() => expect(sent(editor)).toHaveLength(1))
    expect(start(2)).toHaveValue('1:40')
    expect(editor.handleClose).not.toHaveBeenCalled()
  })
})
