import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry } from './registry.ts'

/** The gateway's news, as the browser hands them on. */
class News extends EventTarget {
  static last: News
  close = vi.fn()
  constructor() {
    super()
    News.last = this
  }
  tell(event: string, data: object = {}) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}

const at = (build: number, rev = 4): Assignment => ({
  ...{ rev, shell: '0.1.0-g00000001', productName: 'Griot' },
  modules: { rewards: { version: `0.1.0-g0000000${build}` } as AssignedModule },
})

afterEach(() => vi.unstubAllGlobals())

describe('what stands, in a tab', () => {
  const watch = () => {
    let answer = at(1)
    const asked = vi.fn(async () => Response.json(answer))
    vi.stubGlobal('EventSource', News)
    vi.stubGlobal('fetch', asked)
    const registry = createRegistry(at(1))
    return {
      registry,
      asked,
      end: registry.watch(),
      become: (next: Assignment) => {
        answer = next
      },
      version: () => registry.get().modules.rewards?.version,
    }
  }

  it('follows a branch that somebody reviews, though no revision says so', async () => {
    const { end, become, version, asked } = watch()
    News.last.tell('preview')
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    expect(version()).toBe('0.1.0-g00000001')

    become(at(2))
    News.last.tell('preview')
    await expect.poll(version).toBe('0.1.0-g00000002')
    end()
    expect(News.last.close).toHaveBeenCalled()
  })

  it('follows the revisions, and asks nothing when it is told of one that it has', async () => {
    const { end, become, version, asked } = watch()
    News.last.tell('rev', { rev: 4 })
    become(at(2, 5))
    News.last.tell('rev', { rev: 5 })
    await expect.poll(version).toBe('0.1.0-g00000002')

    expect(asked).toHaveBeenCalledOnce()
    end()
  })
})
