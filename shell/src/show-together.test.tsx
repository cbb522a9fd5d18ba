import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showTogether } from './show-together.ts'

/** Files that the browser has finished with. */
let arrived: string[]

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

describe('showTogether', () => {
  beforeEach(() => {
    arrived = []
    vi.stubGlobal('performance', {
      now: () => 0,
      getEntriesByName: (place: string) => arrived.filter((file) => place.endsWith(file)),
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    document.head.innerHTML = ''
  })

  it('shows the frame as soon as it is known who is there, while something is still on its way', async () => {
    preload('/entry.js', '/chunk.js')
    arrived = ['/entry.js']
    const show = vi.fn()
    await showTogether(document, { person: Promise.resolve(), content: new Promise(() => {}) }, show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('shows a page that brings nothing along as soon as it is known who is there', async () => {
    const show = vi.fn()
    await showTogether(document, { person: Promise.resolve(), content: new Promise(() => {}) }, show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('looks at what has arrived when it knows who is there, and not before', async () => {
    preload('/entry.js')
    const person = deferred()
    const content = deferred()
    const show = vi.fn()
    const shown = showTogether(document, { person: person.promise, content: content.promise }, show)
    arrived = ['/entry.js']
    person.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(show).not.toHaveBeenCalled()

    content.resolve()
    await shown
    expect(show).toHaveBeenCalledOnce()
  })

  it.each(['person', 'content'])('does not wait for long where the %s is late', async (late) => {
    preload('/entry.js')
    arrived = ['/entry.js']
    const show = vi.fn()
    const awaited = { person: Promise.resolve(), content: Promise.resolve(), [late]: new Promise(() => {}) }
    const shown = showTogether(document, awaited, show)
    await vi.advanceTimersByTimeAsync(300)
    expect(show).not.toHaveBeenCalled()

    await vi.advanceTimersByTimeAsync(700)
    await shown
    expect(show).toHaveBeenCalledOnce()
  })
})
