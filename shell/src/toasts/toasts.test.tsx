import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ToastHost } from './toast-host.tsx'
import { createToasts } from './toasts.ts'

afterEach(cleanup)

describe('toasts', () => {
  it('are shown one at a time, the newest wins', async () => {
    const toasts = createToasts()
    render(<ToastHost toasts={toasts} />)

    act(() => toasts.show({ title: 'Media deleted' }))
    expect(await screen.findByText('Media deleted')).toBeTruthy()

    act(() => toasts.show({ title: 'Points Earned!', description: 'You earned 5 points!' }))
    expect(await screen.findByText('You earned 5 points!')).toBeTruthy()
    expect(screen.queryByText('Media deleted')).toBeNull()
  })

  it('can be reached with F8 and dismissed by keyboard', async () => {
    const toasts = createToasts()
    render(<ToastHost toasts={toasts} />)
    act(() => toasts.show({ title: 'Link Copied' }))
    await act(() => vi.dynamicImportSettled())
    screen.getByText('Link Copied')

    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(document.activeElement?.tagName).toBe('OL')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    await userEvent.keyboard('{Enter}')
    expect(toasts.state.get()?.open).toBe(false)
  })
})
