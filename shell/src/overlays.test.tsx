import { Dialog } from '@griot/ui/dialog'
import { afterClosing, whenNoneIsOpen } from '@griot/ui/overlay-history'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [isLarge, setLarge] = useState(false)
  const [isQueue, setQueue] = useState(false)
  const handleLink = () => {
    setLarge(false)
    afterClosing(() => navigate('/show'))
  }
  return (
    <main>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => setLarge(true)}>
        Enlarge
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title="Player">
        <button type="button" onClick={() => setQueue(true)}>
          Queue
        </button>
        <button type="button" onClick={handleLink}>
          Show
        </button>
        <button type="button" onClick={() => whenNoneIsOpen(() => navigate('/page?q=salt', { replace: true }))}>
          Filter
        </button>
      </Dialog>
      <Dialog open={isQueue} onClose={() => setQueue(false)} title="Queue">
        <p>Your queue is empty</p>
      </Dialog>
    </main>
  )
}

const press = (name: string) => act(() => screen.getByText(name, { selector: 'button' }).click())
const pressEscape = () =>
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })))
const travel = (steps: number) => act(() => history.go(steps))
const nextPop = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).map((dialog) => dialog.firstChild?.textContent)
const place = () => document.querySelector('output')?.textContent
const openDialogs = async (...titles: string[]) => {
  await expect.poll(() => dialogs()).toEqual(titles)
  await expect.poll(() => history.state?.overlays ?? 0).toBe(titles.length)
}

describe('overlays in the browser history', () => {
  beforeEach(() => {
    history.pushState(null, '', '/before')
    history.pushState(null, '', '/page')
    render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    )
  })

  // Test files of a worker share the window.
  afterEach(() => history.replaceState(null, '', '/'))

  it('closes one overlay with each Back, and only then leaves the page', async () => {
    press('Enlarge')
    await openDialogs('Player')
    press('Queue')
    await openDialogs('Player', 'Queue')
    travel(-1)
    await openDialogs('Player')
    travel(-1)
    await openDialogs()
    expect(place()).toBe('/page')
    travel(-1)
    await expect.poll(place).toBe('/before')
  })

  it('removes the entry of an overlay that Escape closes', async () => {
    press('Enlarge')
    await openDialogs('Player')
    press('Queue')
    await openDialogs('Player', 'Queue')
    pressEscape()
    await openDialogs('Player')
    pressEscape()
    await openDialogs()
    travel(-1)
    await expect.poll(place).toBe('/before')
  })

  it('opens nothing with Forward after Back', async () => {
    press('Enlarge')
    await openDialogs('Player')
    travel(-1)
    await openDialogs()
    const forward = nextPop()
    travel(1)
    await forward
    await nextPop()
    await openDialogs()
    expect(place()).toBe('/page')
    travel(-1)
    await expect.poll(place).toBe('/before')
  })

  it('returns from a page that a link in an overlay opens to the page behind the overlay', async () => {
    press('Enlarge')
    await openDialogs('Player')
    press('Show')
    await expect.poll(place).toBe('/show')
    travel(-1)
    await expect.poll(place).toBe('/page')
    await openDialogs()
    travel(1)
    await expect.poll(place).toBe('/show')
  })

  it('leaves one entry of a page whose address is replaced while an overlay is open', async () => {
    press('Enlarge')
    await openDialogs('Player')
    press('Filter')
    expect(place()).toBe('/page')
    pressEscape()
    await openDialogs()
    await expect.poll(place).toBe('/page?q=salt')
    travel(-1)
    await expect.poll(place).toBe('/before')
  })
})
