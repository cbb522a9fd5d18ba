import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirm } from './confirm.tsx'

const QUESTION = {
  title: 'Delete this list?',
  text: 'It cannot be brought back.\nIts songs stay.',
  confirm: 'Delete',
  tone: 'destructive' as const,
}

const never = () => new AbortController().signal
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('confirm', () => {
  let opener: HTMLButtonElement

  beforeEach(() => {
    opener = document.createElement('button')
    document.body.append(opener)
    opener.focus()
  })
  afterEach(() => opener.remove())

  it('returns true for the confirm button, and restores the focus', async () => {
    const answer = confirm(QUESTION, never())
    const dialog = await screen.findByRole('dialog', { name: 'Delete this list?' })
    await waitFor(() => expect(dialog).toHaveAccessibleDescription(/brought back.\s+Its songs stay\./))
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))

    await press('Delete')
    expect(await answer).toBe(true)
    await waitFor(() => expect(opener).toHaveFocus())
    expect(document.body.children).toHaveLength(1)
  })

  it('returns false for the cancel button and for Escape', async () => {
    const first = confirm({ ...QUESTION, cancel: 'Keep it' }, never())
    await press('Keep it')
    expect(await first).toBe(false)

    const second = confirm(QUESTION, never())
    const dialog = await screen.findByRole('dialog')
    // The dialog handles keys once it has the focus.
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{Escape}')
    expect(await second).toBe(false)
  })

  it('returns false for Back, which stays on the page', async () => {
    const address = window.location.href
    const answer = confirm(QUESTION, never())
    await screen.findByRole('dialog')
    await waitFor(() => expect(history.state).toMatchObject({ overlays: 1 }))
    history.back()
    expect(await answer).toBe(false)
    await waitFor(() => expect(history.state?.overlays ?? 0).toBe(0))
    expect(window.location.href).toBe(address)
  })

  it('opens a second dialog after the first', async () => {
    const first = confirm(QUESTION, never())
    const second = confirm({ ...QUESTION, title: 'And this one?' }, never())
    await screen.findByRole('dialog', { name: 'Delete this list?' })
    expect(screen.queryByText('And this one?')).toBeNull()
    await press('Delete')

    const dialog = await screen.findByRole('dialog', { name: 'And this one?' })
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await press('Cancel')
    expect([await first, await second]).toEqual([true, false])
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('returns false if it cannot be rendered, and opens the next one', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = confirm({ ...QUESTION, text: {} as string }, never())
    const next = confirm(QUESTION, never())
    expect(await broken).toBe(false)
    expect(said).toHaveBeenCalled()
    said.mockRestore()

    await press('Delete')
    expect(await next).toBe(true)
    expect(document.body.children).toHaveLength(1)
  })

  it('returns false when the signal aborts, whether shown or waiting', async () => {
    const module = new AbortController()
    const shown = confirm(QUESTION, module.signal)
    const waiting = confirm(QUESTION, module.signal)
    await screen.findByRole('dialog')

    module.abort()
    expect([await shown, await waiting, await confirm(QUESTION, module.signal)]).toEqual([false, false, false])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
