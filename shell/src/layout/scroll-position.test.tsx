import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useScrollPosition } from './scroll-position.ts'

let grow = () => {}
/** The browser cannot scroll beyond the end of the page. */
let longest = 0

beforeEach(() => {
  longest = 2_000
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', (_left: number, top: number) => scrollTo(top))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback
      }
      observe() {}
      disconnect() {
        grow = () => {}
      }
    },
  )
})

const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', Math.min(top, longest))
  fireEvent.scroll(window)
}
const growTo = (length: number) => {
  longest = length
  act(() => grow())
}

function Page() {
  useScrollPosition()
  const navigate = useNavigate()
  return (
    <>
      <Link to="/show">Show</Link>
      <Link to="/?show=finished" replace>
        Finished
      </Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  )
}

const open = () =>
  render(
    <MemoryRouter initialEntries={['/']}>
      <Page />
    </MemoryRouter>,
  )
const press = (name: string) => fireEvent.click(screen.getByText(name))

describe('the scroll position', () => {
  it('is held while the page that Back shows grows', () => {
    open()
    scrollTo(1_500)
    press('Show')
    expect(scrollY).toBe(0)
    longest = 300
    press('Back')
    expect(scrollY).toBe(300)
    growTo(900)
    expect(scrollY).toBe(900)
    growTo(2_000)
    expect(scrollY).toBe(1_500)
  })

  it('is kept, and the next page starts at the top, if a scroll has not caused an event yet', () => {
    open()
    vi.stubGlobal('scrollY', 1_200)
    press('Show')
    expect(scrollY).toBe(0)
    press('Back')
    expect(scrollY).toBe(1_200)
  })

  it.each(['wheel', 'pointerdown', 'keydown'])('is no longer held after the event %s of the listener', (type) => {
    open()
    scrollTo(1_500)
    press('Show')
    longest = 300
    press('Back')
    fireEvent(window, new Event(type))
    growTo(2_000)
    expect(scrollY).toBe(300)
  })

  it('does not change by a filter, and belongs to the entry with the filter', () => {
    open()
    scrollTo(700)
    press('Finished')
    expect(scrollY).toBe(700)
    press('Show')
    press('Back')
    expect(scrollY).toBe(700)
  })
})
