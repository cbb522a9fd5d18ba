import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModuleBoundary } from './module-boundary.tsx'
import type { AfterCrash } from './module-state.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page({ draw }: { draw: () => string }) {
  return <h1>{draw()}</h1>
}

const crash = new Error('on purpose')
const fail = () => {
  throw crash
}

describe('ModuleBoundary', () => {
  it('mounts the children again on remount', () => {
    const { handleCrash } = open(
      vi
        .fn(() => 'The page')
        .mockImplementationOnce(fail)
        .mockImplementationOnce(fail),
      'remount',
    )

    screen.getByRole('heading', { name: 'The page' })
    expect(handleCrash).toHaveBeenCalledExactlyOnceWith(crash)
  })

  it('shows the panel until the user retries', () => {
    const draw = vi.fn(() => 'The page').mockImplementation(fail)
    open(draw, 'panel')
    expect(screen.queryByRole('heading')).toBeNull()

    draw.mockImplementation(() => 'The page')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    screen.getByRole('heading', { name: 'The page' })
  })

  it('renders nothing while another version loads', () => {
    open(vi.fn(() => 'The page').mockImplementation(fail), 'switch')

    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

const open = (draw: () => string, next: AfterCrash) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const handleCrash = vi.fn((_: unknown) => next)
  const panel = (retry: () => void) => (
    <button type="button" onClick={retry}>
      Retry
    </button>
  )
  render(
    <ModuleBoundary onCrash={handleCrash} panel={panel}>
      <Page draw={draw} />
    </ModuleBoundary>,
  )
  return { handleCrash }
}
