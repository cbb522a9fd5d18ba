import { describe, expect, it, vi } from 'vitest'
import { createMountMarks } from './mount-marks.ts'

describe('the mark of a version that runs', () => {
  it('names the version that ended the tab, once as new', () => {
    vi.stubGlobal('requestIdleCallback', () => 1)
    createMountMarks('points').begin('v2')

    const next = createMountMarks('points')
    expect(next.read()).toEqual({ version: 'v2', isNew: true })
    expect(next.read()).toEqual({ version: 'v2', isNew: false })
  })

  it('is removed when the browser is idle', () => {
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
    const marks = createMountMarks('points')
    marks.begin('v2')

    expect(marks.read()).toEqual({ version: null, isNew: false })
  })

  it('is removed when the page is left', () => {
    vi.stubGlobal('requestIdleCallback', () => 1)
    const marks = createMountMarks('points')
    marks.begin('v2')
    window.dispatchEvent(new Event('pagehide'))

    expect(marks.read()).toEqual({ version: null, isNew: false })
  })
})
