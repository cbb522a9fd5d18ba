import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardPage, type PageGuard } from './page-guard.ts'

describe('the page while modules run', () => {
  let changes: string[]
  let guard: PageGuard
  const { fetch } = globalThis
  const { map } = Array.prototype
  const { pushState } = History.prototype

  beforeEach(() => {
    vi.useFakeTimers()
    document.body.innerHTML = '<div id="root"><nav>menu</nav></div><div id="player"></div>'
    // Node defines these on their first use.
    expect([Headers, Request, Response]).toHaveLength(3)
    changes = []
    Object.assign(document, { adoptedStyleSheets: [] })
    guard = guardPage((what) => void changes.push(what))
  })
  afterEach(() => {
    guard.end()
    vi.useRealTimers()
    document.body.innerHTML = ''
  })

  it('keeps what a module replaces', () => {
    Object.assign(globalThis, { fetch: () => 'nothing' })
    // biome-ignore lint/suspicious/noExplicitAny: the wrong type is the fault
    Array.prototype.map = (() => []) as any
    history.pushState = () => {}
    guard.restoreNatives()

    expect([globalThis.fetch, Array.prototype.map, history.pushState]).toEqual([fetch, map, pushState])
    expect(changes).toEqual(['changed fetch, Array.prototype.map', 'changed history.pushState'])
  })

  it('keeps what a module adds', () => {
    Object.assign(Array.prototype, { ofModule: () => 7 })
    guard.restoreNatives()

    expect(([] as unknown as { ofModule(): number }).ofModule()).toBe(7)
    expect(changes).toEqual([])
    Reflect.deleteProperty(Array.prototype, 'ofModule')
  })

  it('returns to the document when a module empties it', async () => {
    const root = document.getElementById('root')
    document.body.textContent = ''
    await Promise.resolve()

    expect([...document.body.children].map(({ id }) => id)).toEqual(['root', 'player'])
    expect(document.getElementById('root')).toBe(root)
    expect(document.body.textContent).toBe('menu')
    expect(changes).toEqual(['removed #root, #player'])
  })

  it('has no nodes of a module after its page was left', async () => {
    document.body.append(document.createElement('aside'), document.createElement('browser-extension'))
    guard.clean()
    await vi.advanceTimersByTimeAsync(0)

    expect([...document.body.children].map(({ localName }) => localName)).toEqual(['div', 'div', 'browser-extension'])
    expect(changes).toEqual(['left <aside>'])
  })
})
