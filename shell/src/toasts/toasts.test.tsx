import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createToasts, ToastHost } from './toasts.tsx'

afterEach(cleanup)

describe('toasts', () => {
  it('replace each other', async () => {
    const toasts = createToasts()
    render(<ToastHost toasts={toasts} />)

    act(() => toasts.show({ title: 'Media deleted' }))
    expect(await screen.findByText('Media deleted')).toBeTruthy()

    act(() => toasts.show({ title: 'Points Earned!', description: 'You earned 5 points!' }))
    expect(await screen.findByText('You earned 5 points!')).toBeTruthy()
    expect(screen.queryByText('Media deleted')).toBeNull()
  })

  it('are announced with a pause between title and description', async () => {
    const toasts = createToasts()
    render(<ToastHost toasts={toasts} />)
    act(() => toasts.show({ title: 'Link Copied', description: '/episode/1' }))
    const announcement = await screen.findByText((_, element) => element?.matches('span[role="status"]') ?? false)
    await waitFor(() => expect(announcement).toHaveTextContent('Notification Link Copied. /episode/1'))
  })

  it('are focused with F8 and dismissed by keyboard', async () => {
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
