import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEndLoop } from './end-loop.ts'
import { addView, type MountedView } from './mounted-views.ts'
import { suspectedView } from './suspected-view.ts'

const COMMITS_IN_MEASUREMENT = 200

describe('a page that renders without end', () => {
  let events: string[]
  let looping: Set<string>
  let removals: (() => void)[]
  const page = globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { onCommitFiberRoot(): void } }

  const mount = (module: string, { isPage = false, depth = 0 } = {}) => {
    const view: MountedView = {
      ...{ module, version: '1', isPage, depth },
      become: (status) => void events.push(`${module} ${status}`),
    }
    removals.push(addView(view))
  }
  const isPaused = (module: string) => events.findLast((event) => event.startsWith(module))?.endsWith('paused')

  beforeEach(() => {
    vi.useFakeTimers()
    events = []
    looping = new Set()
    removals = []
    // Commits of React while a module that loops is not paused.
    setInterval(() => {
      if (![...looping].some((module) => !isPaused(module))) return
      for (let commit = 0; commit < COMMITS_IN_MEASUREMENT; commit += 1)
        page.__REACT_DEVTOOLS_GLOBAL_HOOK__.onCommitFiberRoot()
    }, 100)
  })
  afterEach(() => {
    for (const remove of removals) remove()
    vi.useRealTimers()
  })

  const endLoop = async (end = createEndLoop()) => {
    const ended = end()
    await vi.advanceTimersByTimeAsync(2000)
    await ended
  }

  it('fails a section that loops, and not the page around it', async () => {
    mount('listener', { isPage: true })
    mount('charts', { depth: 1 })
    looping.add('charts')
    await endLoop()

    expect(events).toEqual(['charts paused', 'charts looping'])
  })

  it('fails a page that loops, and not the section in it', async () => {
    // In the same commit, the effects of a section run before those of its page.
    mount('charts', { depth: 1 })
    mount('listener', { isPage: true })
    looping.add('listener')
    await endLoop()

    expect(events).toEqual([...['charts paused', 'listener paused', 'listener looping', 'charts running']])
  })

  it('fails no view if none of them is the cause, and tries them once', async () => {
    const end = createEndLoop()
    mount('listener', { isPage: true })
    looping.add('another')
    await endLoop(end)
    await endLoop(end)

    expect(events).toEqual(['listener paused', 'listener running'])
  })

  it('suspects the page of a change, else the only module', () => {
    expect(suspectedView()).toBeUndefined()
    mount('charts')
    mount('charts')
    expect(suspectedView()?.module).toBe('charts')
    mount('rewards')
    expect(suspectedView()).toBeUndefined()
    mount('listener', { isPage: true })
    mount('rewards', { depth: 1 })
    expect(suspectedView()?.module).toBe('listener')
  })
})
