import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LongText } from './long-text.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A page that gives the words this much room. */
const roomFor = (shown: number, all: number) =>
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function resizes(this: object, told: () => void) {
      return {
        observe: (element: Element) => {
          Object.defineProperties(element, { clientHeight: { value: shown }, scrollHeight: { value: all } })
          told()
        },
        disconnect: () => undefined,
      }
    }),
  )

describe('words that may be many', () => {
  it('are all there when there is room', () => {
    roomFor(40, 40)
    render(<LongText text="Short and good." about="The Long Table" />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('are cut, and shown whole when asked for', async () => {
    roomFor(100, 900)
    render(<LongText text="Long and good." about="The Long Table" />)
    await userEvent.click(screen.getByRole('button', { name: 'Read more about The Long Table', expanded: false }))
    await userEvent.click(screen.getByRole('button', { name: 'Show less about The Long Table', expanded: true }))
    expect(screen.getByRole('button', { expanded: false })).toBeVisible()
  })
})
