import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AfterCrash } from './loader-contract.ts'
import { ModuleBoundary } from './module-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page({ draw }: { draw: () => string }) {
  return <h1>{draw()}</h1>
}

const mistake = new Error('on purpose')
const fail = () => {
  throw mistake
}

describe('what crashes', () => {
  it('is mounted once again when that is decided', () => {
    const { handleCrash } = open(
      vi
        .fn(() => 'The page')
        .mockImplementationOnce(fail)
        .mockImplementationOnce(fail),
      'remount',
    )

    screen.getByRole('heading', { name: 'The page' })
    expect(handleCrash).toHaveBeenCalledExactlyOnceWith(mistake)
  })

  it('costs its place until somebody asks for it again', () => {
    const draw = vi.fn(() => 'The page').mockImplementation(fail)
    open(draw, 'panel')
    expect(screen.queryByRole('heading')).toBeNull()

    draw.mockImplementation(() => 'The page')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    screen.getByRole('heading', { name: 'The page' })
  })

  it('leaves its place empty while another version is on its way', () => {
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
