import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServerLink } from './server-link.tsx'

afterEach(cleanup)

describe('a link that needs the server', () => {
  it('keeps the focus without a network, and states the reason', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get')
    const announce = (isOnline: boolean) => {
      online.mockReturnValue(isOnline)
      act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
    }
    render(
      <ServerLink href="/api/export" download>
        Download
      </ServerLink>,
    )
    const link = () => screen.getByRole('link', { name: /^Download/ })
    link().focus()
    announce(false)
    expect(link().textContent).toBe('Download (needs a connection)')
    expect(link().hasAttribute('href')).toBe(false)
    expect(document.activeElement).toBe(link())
    announce(true)
    expect(link().getAttribute('href')).toBe('/api/export')
    expect(document.activeElement).toBe(link())
    online.mockRestore()
  })
})
