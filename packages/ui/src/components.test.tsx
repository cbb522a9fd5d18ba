import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { Cover } from './cover.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Input, Select } from './input.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Portrait } from './portrait.tsx'
import { Progress } from './progress.tsx'
import { Screen } from './screen.tsx'
import { Slider } from './slider.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

function TipPage() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Tip">
        text
      </Dialog>
    </>
  )
}

describe('a field', () => {
  it('has a label and shows its error', () => {
    render(<Input label="Title" hint="As on the cover" error="Title is required" required />)

    const input = screen.getByLabelText('Title')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'As on the cover',
      'Title is required',
    ])
    expect(screen.getByRole('alert').textContent).toBe('Title is required')
  })

  it('offers choices after a placeholder that cannot be chosen', () => {
    const options = [{ value: 'culture', label: 'Culture' }]
    render(<Select label="Category" placeholder="Choose one" options={options} defaultValue="" />)

    expect(screen.getByRole('option', { name: 'Choose one' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('option', { name: 'Culture' }).getAttribute('value')).toBe('culture')
  })
})

describe('a button', () => {
  it('ignores clicks while it is pending', async () => {
    const handleClick = vi.fn()
    render(
      <Button pending onClick={handleClick}>
        Creating...
      </Button>,
    )

    await userEvent.click(screen.getByRole('button', { name: 'Creating...' }))
    expect(handleClick).not.toHaveBeenCalled()
  })

  it('returns the focus after pending, unless the user moved it meanwhile', () => {
    const page = (isPending: boolean) => (
      <>
        <Button pending={isPending}>Save</Button>
        <a href="/discover">Discover</a>
      </>
    )
    const { rerender } = render(page(false))
    const save = screen.getByRole('button', { name: 'Save' })
    // Browsers drop the focus of a disabled element; jsdom does not.
    const work = () => {
      save.focus()
      rerender(page(true))
      save.blur()
    }
    work()
    rerender(page(false))
    expect(document.activeElement).toBe(save)

    work()
    screen.getByRole('link', { name: 'Discover' }).focus()
    rerender(page(false))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Discover' }))
  })

  it('moves the focus to the page if the button is removed', async () => {
    const page = (isThere: boolean) => (
      <main tabIndex={-1}>
        {isThere && <IconButton label="Remove" />}
        <a href="/discover">Discover</a>
      </main>
    )
    const { rerender } = render(page(true))
    rerender(page(false))
    await Promise.resolve()
    expect(document.activeElement).toBe(document.body)

    rerender(page(true))
    screen.getByRole('button', { name: 'Remove' }).focus()
    rerender(page(false))
    await Promise.resolve()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('a dialog', () => {
  it('has a name, traps the focus and closes on Escape', async () => {
    const handleClose = vi.fn()
    render(
      <Dialog open onClose={handleClose} title="Link to Episode">
        <Input label="Episode ID" />
      </Dialog>,
    )

    const dialog = screen.getByRole('dialog', { name: 'Link to Episode' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(handleClose).toHaveBeenCalledOnce()
  })

  it('returns the focus to its opener', async () => {
    render(<TipPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })

  it('moves the focus to the page if its opener was removed', async () => {
    const page = (isThere: boolean, isOpen: boolean) => (
      <main tabIndex={-1}>
        {isThere && <button type="button">Delete</button>}
        <Dialog open={isOpen} onClose={() => undefined} title="Delete this?">
          text
        </Dialog>
      </main>
    )
    const { rerender } = render(page(true, false))
    screen.getByRole('button', { name: 'Delete' }).focus()
    rerender(page(true, true))
    rerender(page(false, false))
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('accepts a press in its first frame', () => {
    const root = createRoot(document.createElement('div'))
    // As in a browser: state that effects set is rendered later.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    flushSync(() =>
      root.render(
        <Dialog open onClose={() => undefined} title="Tip">
          {null}
        </Dialog>,
      ),
    )
    expect(getComputedStyle(document.body).pointerEvents).toBe('none')
    expect(getComputedStyle(screen.getByRole('dialog')).pointerEvents).toBe('auto')
    flushSync(() => root.unmount())
    vi.unstubAllGlobals()
  })

  it('injects no style element, which the content security policy forbids', () => {
    const before = document.querySelectorAll('style').length
    render(
      <Dialog open onClose={() => undefined} title="Tip">
        text
      </Dialog>,
    )
    expect(document.querySelectorAll('style')).toHaveLength(before)
  })
})

describe('tabs', () => {
  it('show the first panel, and the others by click or arrow key', async () => {
    render(
      <Tabs
        label="Points"
        tabs={[
          { id: 'overview', label: 'Overview', content: 'all of it' },
          { id: 'how', label: 'How It Works', content: 'the rules' },
        ]}
      />,
    )

    expect(screen.getByRole('tabpanel').textContent).toBe('all of it')
    await userEvent.click(screen.getByRole('tab', { name: 'How It Works' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('the rules')
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tabpanel').textContent).toBe('all of it')
  })
})

describe('a slider', () => {
  it('reports numbers and has a value text for screen readers', () => {
    const handleChange = vi.fn()
    render(<Slider label="Progress" value={10} step={0.1} valueText="10 seconds" onChange={handleChange} />)

    const slider = screen.getByRole('slider', { name: 'Progress' })
    expect(slider.getAttribute('aria-valuetext')).toBe('10 seconds')
    fireEvent.change(slider, { target: { value: '42.5' } })
    expect(handleChange).toHaveBeenCalledWith(42.5)
  })
})

describe('progress', () => {
  it('is limited to 0-100 %', () => {
    render(<Progress label="Level progress" value={140} />)
    expect(screen.getByRole('progressbar', { name: 'Level progress' }).getAttribute('aria-valuenow')).toBe('100')
  })
})

describe('a cover', () => {
  it('offers several sizes of an uploaded picture', () => {
    const uploaded = '/api/podcast/1/cover/2/480'
    const { container } = render(<Cover id="a" title="The Long Table" src={uploaded} />)
    const srcSet = container.querySelector('img')?.getAttribute('srcset')
    expect(srcSet).toBe([160, 480, 1400].map((size) => `/api/podcast/1/cover/2/${size} ${size}w`).join(', '))

    render(<Cover id="a" title="The Long Table" src="https://example.org/a.jpg" />, { container })
    expect(container.querySelector('img')?.getAttribute('srcset')).toBeNull()
  })

  it('is generated, always the same, if there is no image or it is broken', () => {
    const { container, rerender } = render(<Cover id="a" title="The Long Table" src="/gone.png" />)
    const image = container.querySelector('img')
    if (!image) throw new Error('no image')
    fireEvent.error(image)
    const drawn = container.querySelector('svg')?.outerHTML
    expect(drawn).toContain('LT')

    rerender(<Cover id="a" title="The Long Table" />)
    expect(container.querySelector('svg')?.outerHTML).toBe(drawn)
  })
})

describe('a portrait', () => {
  it('offers a larger size for high-density screens', () => {
    const { container } = render(<Portrait name="Ama Mensah" src="/api/creator/1/portrait/2/160" size="6rem" />)
    const image = container.querySelector('img')
    expect(image?.getAttribute('srcset')).toBe('/api/creator/1/portrait/2/160 160w, /api/creator/1/portrait/2/480 480w')
    expect(image?.getAttribute('sizes')).toBe('6rem')
  })
})

describe('a failed load', () => {
  it('names what failed and offers Retry', async () => {
    const handleRetry = vi.fn()
    render(<LoadFailed what="your points" onRetry={handleRetry} />)

    expect(screen.getByRole('alert').textContent).toContain('We could not load your points.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(handleRetry).toHaveBeenCalledOnce()
  })

  it('waits for the connection without an alert while the device is offline', () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    render(<LoadFailed what="your points" onRetry={() => undefined} />)

    screen.getByText('We will load your points when you are back online.')
    expect(screen.queryByRole('alert')).toBeNull()
    isOnline.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.getByRole('alert').textContent).toContain('We could not load your points.')
    isOnline.mockRestore()
  })
})

describe('a screen', () => {
  it('names the browser tab and has one heading', () => {
    render(<Screen title="Library">content</Screen>)
    expect(document.title).toBe('Library · Griot')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })
})
