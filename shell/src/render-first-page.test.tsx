import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderFirstPage } from './render-first-page.ts'

/** Files that the browser has loaded. */
let loaded: string[]

const preload = (...files: string[]) => {
  document.head.innerHTML = files.map((file) => `<link rel="preload" as="script" href="${file}">`).join('')
}

const deferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('renderFirstPage', () => {
  beforeEach(() => {
    loaded = []
    vi.stubGlobal('performance', {
      now: () => 0,
      getEntriesByName: (place: string) => loaded.filter((file) => place.endsWith(file)),
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    document.head.innerHTML = ''
  })

  it('renders the frame once the session is known, if a file is still loading', async () => {
    preload('/entry.js', '/chunk.js')
    loaded = ['/entry.js']
    const show = vi.fn()
    await renderFirstPage(document, { session: Promise.resolve(), content: new Promise(() => {}) }, show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('renders a page without preloads once the session is known', async () => {
    const show = vi.fn()
    await renderFirstPage(document, { session: Promise.resolve(), content: new Promise(() => {}) }, show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('checks the loaded files when the session is known, not before', async () => {
    preload('/entry.js')
    const session = deferred()
    const content = deferred()
    const show = vi.fn()
    const shown = renderFirstPage(document, { session: session.promise, content: content.promise }, show)
    loaded = ['/entry.js']
    session.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(show).not.toHaveBeenCalled()

    content.resolve()
    await shown
    expect(show).toHaveBeenCalledOnce()
  })

  it('renders after 400 ms if the content is late', async () => {
    preload('/entry.js')
    loaded = ['/entry.js']
    const show = vi.fn()
    const awaited = { session: Promise.resolve(), content: new Promise(() => {}) }
    const shown = renderFirstPage(document, awaited, show)
    await vi.advanceTimersByTimeAsync(300)
    expect(show).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(700)
    await shown
    expect(show).toHaveBeenCalledOnce()
  })
})
