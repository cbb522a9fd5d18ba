import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAssignmentStore } from './assignment-store.ts'

/** Stands in for the browser's connection to the gateway's events. */
class FakeEventSource extends EventTarget {
  static last: FakeEventSource
  close = vi.fn()
  constructor() {
    super()
    FakeEventSource.last = this
  }
  send(event: string, data: object = {}) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}

const at = (build: number, rev = 4): Assignment => ({
  ...{ rev, shell: '0.1.0-g00000001', productName: 'Griot' },
  modules: { rewards: { version: `0.1.0-g0000000${build}` } as AssignedModule },
})

afterEach(() => vi.unstubAllGlobals())

describe('the assignment of a tab', () => {
  const watch = (beforeFetch?: () => void) => {
    let response = at(1)
    const fetched = vi.fn(async () => Response.json(response))
    vi.stubGlobal('EventSource', FakeEventSource)
    vi.stubGlobal('fetch', fetched)
    const registry = createAssignmentStore(at(1), beforeFetch)
    return {
      registry,
      fetched,
      end: registry.watch(),
      respondWith: (next: Assignment) => {
        response = next
      },
      version: () => registry.get().modules.rewards?.version,
    }
  }

  it('follows a preview, which has no revision', async () => {
    const { end, respondWith, version, fetched } = watch()
    FakeEventSource.last.send('preview')
    await expect.poll(() => fetched.mock.calls.length).toBe(1)
    expect(version()).toBe('0.1.0-g00000001')

    respondWith(at(2))
    FakeEventSource.last.send('preview')
    await expect.poll(version).toBe('0.1.0-g00000002')
    end()
    expect(FakeEventSource.last.close).toHaveBeenCalled()
  })

  it('follows revisions, and ignores events for the current one', async () => {
    const { end, respondWith, version, fetched } = watch()
    FakeEventSource.last.send('rev', { rev: 4 })
    respondWith(at(2, 5))
    FakeEventSource.last.send('rev', { rev: 5 })
    await expect.poll(version).toBe('0.1.0-g00000002')

    expect(fetched).toHaveBeenCalledOnce()
    end()
  })

  it('follows revisions after a listener of a module or a check of the page has failed', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const beforeFetch = vi.fn()
    const { registry, end, respondWith, version } = watch(beforeFetch)
    const [listener, check] = [new Error('a listener'), new Error('a check')]
    const notified = vi.fn()
    registry.subscribe(() => {
      throw listener
    })
    registry.subscribe(notified)

    respondWith(at(2, 5))
    await registry.refresh()
    expect(notified).toHaveBeenCalledOnce()
    beforeFetch.mockImplementationOnce(() => {
      throw check
    })
    await registry.refresh()
    respondWith(at(3, 6))
    await registry.refresh()

    expect(version()).toBe('0.1.0-g00000003')
    expect(report.mock.calls).toEqual([[listener], [check], [listener]])
    end()
  })
})
