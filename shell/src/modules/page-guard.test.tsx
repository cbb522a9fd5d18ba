import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { natives } from '../natives.ts'
import { shellElement } from '../shell-elements.ts'
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
    guard = guardPage({
      onChange: (what) => void changes.push(what),
      onBlocked: () => {},
      onRemoved: () => void changes.push('page removed'),
    })
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
    // Only methods are restored.
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    guard.restoreNatives()

    expect([globalThis.fetch, Array.prototype.map, history.pushState]).toEqual([fetch, map, pushState])
    expect(changes).toEqual(['changed fetch, Array.prototype.map, history.pushState'])
    expect(() => Object.defineProperty(history, 'pushState', { value: () => {} })).toThrow(TypeError)
    expect(document.visibilityState).toBe('hidden')
    Reflect.deleteProperty(document, 'visibilityState')
  })

  it('lets the shell call the functions that a module has replaced', () => {
    vi.stubGlobal('fetch', () => 'nothing')
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValue('nothing')

    expect(natives().fetch).toBe(fetch)
    expect(natives().getItem.call(localStorage, 'griot:theme')).toBeNull()
  })

  it('has its functions back before the user acts', () => {
    const replaced = () => {}
    Object.assign(history, { pushState: replaced })
    let pushed: unknown
    document.body.addEventListener('click', () => (pushed = history.pushState), { once: true })
    document.body.click()

    expect(pushed).toBe(pushState)
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

  it.each(['click', 'a second'])('is rendered again if a module empties a part of it (%s)', async (event) => {
    const nav = document.querySelector('nav')
    const remove = shellElement(document.querySelector('nav')?.appendChild(document.createElement('ul')) ?? null)
    await vi.advanceTimersByTimeAsync(1000)
    expect(changes).toEqual([])
    if (nav) nav.innerHTML = ''
    if (event === 'click') document.body.click()
    else await vi.advanceTimersByTimeAsync(1000)

    expect(changes).toEqual(['page removed'])
    remove?.()
  })

  it('is rendered again at once if a module empties its root', async () => {
    const remove = shellElement(document.querySelector('nav'))
    document.querySelector('#root')?.replaceChildren()
    await Promise.resolve()

    expect(changes).toEqual(['page removed'])
    remove?.()
  })

  it('has no nodes of a module after its page was left', async () => {
    const elements = (...names: string[]) => names.map((name) => document.createElement(name))
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    document.body.append(...elements('aside'), svg, 'text', ...elements('browser-extension'))
    const added = elements('base', 'style', 'link')
    document.head.append(...added)
    guard.clean()
    await vi.advanceTimersByTimeAsync(0)

    expect([...document.body.childNodes].map(({ nodeName }) => nodeName)).toEqual(['DIV', 'DIV', 'BROWSER-EXTENSION'])
    // Builds load their styles there.
    expect(added.map(({ isConnected }) => isConnected)).toEqual([false, true, true])
    expect(changes).toEqual(['left <base>, <aside>, <svg>, text'])
    for (const element of added) element.remove()
  })

  it('keeps its own elements and those inside of modules, and no others', async () => {
    const { unmount } = render(
      <main ref={shellElement}>
        <p>frame</p>
        <div data-mfe="rewards" ref={shellElement} />
      </main>,
      { container: document.querySelector<HTMLElement>('#player') ?? document.body },
    )
    screen.getByRole('main').append('text', document.createElement('aside'))
    document.querySelector('[data-mfe]')?.append(document.createElement('canvas'))
    guard.clean()
    await vi.advanceTimersByTimeAsync(0)

    expect(screen.getByRole('main').innerHTML).toBe('<p>frame</p><div data-mfe="rewards"><canvas></canvas></div>')
    expect(changes).toEqual(['left text, <aside>'])
    unmount()
  })
})
