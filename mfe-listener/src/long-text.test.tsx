import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LongText } from './long-text.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Simulates the layout: height of the text and of its box. */
const roomFor = (shown: number, all: number) =>
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function resizes(this: object, callback: () => void) {
      return {
        observe: (element: Element) => {
          Object.defineProperties(element, { clientHeight: { value: shown }, scrollHeight: { value: all } })
          callback()
        },
        disconnect: () => undefined,
      }
    }),
  )

describe('LongText', () => {
  it('shows a short text without a button', () => {
    roomFor(40, 40)
    render(<LongText text="Short and good." about="The Long Table" />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('links the addresses in a text', () => {
    render(<LongText text="See https://example.org/notes, and 12:30." about="The Long Table" />)
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.org/notes')
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'noreferrer nofollow ugc')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shortens a long text and shows all of it on request', async () => {
    roomFor(100, 900)
    render(<LongText text="Long and good." about="The Long Table" />)
    await userEvent.click(screen.getByRole('button', { name: 'Read more about The Long Table', expanded: false }))
    await userEvent.click(screen.getByRole('button', { name: 'Show less about The Long Table', expanded: true }))
    expect(screen.getByRole('button', { expanded: false })).toBeVisible()
  })
})
