import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BADGES } from '../testing/samples.ts'
import { BadgePopup } from './badge-popup.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const popup = () => {
  const element = document.querySelector('[data-closing]')
  if (!element) throw new Error('There is no popup')
  return element
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('the badge popup', () => {
  it('shows each badge for 3 s, stays 2 s after the last, fades for 300 ms and closes', () => {
    const handleClose = vi.fn()
    render(<BadgePopup badges={BADGES} onClose={handleClose} />)
    expect(screen.getByRole('status').textContent).toContain('First Steps')
    expect(screen.getByRole('status').textContent).toContain('+10 points')

    pass(2999)
    expect(screen.getByRole('status').textContent).toContain('First Steps')
    pass(1)
    expect(screen.getByRole('status').textContent).toContain('Episode Master')
    pass(5000)
    expect(handleClose).not.toHaveBeenCalled()
    pass(300)
    expect(handleClose).toHaveBeenCalledOnce()
  })

  it('stays open while it is hovered', () => {
    const handleClose = vi.fn()
    render(<BadgePopup badges={BADGES} onClose={handleClose} />)
    fireEvent(popup(), new Event('pointerenter'))
    pass(60_000)
    expect(screen.getByRole('status').textContent).toContain('First Steps')
    fireEvent(popup(), new Event('pointerleave'))
    pass(3000)
    expect(screen.getByRole('status').textContent).toContain('Episode Master')
  })

  it('closes by its button', () => {
    const handleClose = vi.fn()
    render(<BadgePopup badges={BADGES} onClose={handleClose} />)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    pass(300)
    expect(handleClose).toHaveBeenCalledOnce()
  })

  it('closes on Escape', () => {
    const handleClose = vi.fn()
    render(<BadgePopup badges={BADGES} onClose={handleClose} />)
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    pass(300)
    expect(handleClose).toHaveBeenCalledOnce()
  })
})
