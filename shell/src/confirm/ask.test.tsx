import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask } from './ask.tsx'

const QUESTION = {
  title: 'Delete this list?',
  text: 'It cannot be brought back.\nIts songs stay.',
  confirm: 'Delete',
  tone: 'destructive' as const,
}

const never = () => new AbortController().signal
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('a question of a module', () => {
  let asking: HTMLButtonElement

  beforeEach(() => {
    asking = document.createElement('button')
    document.body.append(asking)
    asking.focus()
  })
  afterEach(() => asking.remove())

  it('is answered by its one button, and gives the focus back', async () => {
    const answer = ask(QUESTION, never())
    const dialog = await screen.findByRole('dialog', { name: 'Delete this list?' })
    await waitFor(() => expect(dialog).toHaveAccessibleDescription(/brought back.\s+Its songs stay\./))
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))

    await press('Delete')
    expect(await answer).toBe(true)
    await waitFor(() => expect(asking).toHaveFocus())
    expect(document.body.children).toHaveLength(1)
  })

  it('is left by the other one, and by Escape', async () => {
    const first = ask({ ...QUESTION, cancel: 'Keep it' }, never())
    await press('Keep it')
    expect(await first).toBe(false)

    const second = ask(QUESTION, never())
    const dialog = await screen.findByRole('dialog')
    // It listens to the keyboard once it has taken it.
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{Escape}')
    expect(await second).toBe(false)
  })

  it('waits while another one is asked', async () => {
    const first = ask(QUESTION, never())
    const second = ask({ ...QUESTION, title: 'And this one?' }, never())
    await screen.findByRole('dialog', { name: 'Delete this list?' })
    expect(screen.queryByText('And this one?')).toBeNull()
    await press('Delete')

    const dialog = await screen.findByRole('dialog', { name: 'And this one?' })
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await press('Cancel')
    expect([await first, await second]).toEqual([true, false])
    await waitFor(() => expect(asking).toHaveFocus())
  })

  it('is left when it cannot be shown, and holds up no other one', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = ask({ ...QUESTION, text: {} as string }, never())
    const next = ask(QUESTION, never())
    expect(await broken).toBe(false)
    expect(said).toHaveBeenCalled()
    said.mockRestore()

    await press('Delete')
    expect(await next).toBe(true)
    expect(document.body.children).toHaveLength(1)
  })

  it('goes with the module that asked, shown or not', async () => {
    const module = new AbortController()
    const shown = ask(QUESTION, module.signal)
    const waiting = ask(QUESTION, module.signal)
    await screen.findByRole('dialog')

    module.abort()
    expect([await shown, await waiting, await ask(QUESTION, module.signal)]).toEqual([false, false, false])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
