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

  it('shows the frame at once while something is still on its way', () => {
    preload('/entry.js', '/chunk.js')
    arrived = ['/entry.js']
    const show = vi.fn()
    showTogether(document, new Promise(() => {}), show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('shows a page that brings nothing along at once', () => {
    const show = vi.fn()
    showTogether(document, new Promise(() => {}), show)

    expect(show).toHaveBeenCalledOnce()
  })

  it('waits for what only has to be run', async () => {
    preload('/entry.js')
    arrived = ['/entry.js']
    const show = vi.fn()
    const { promise, resolve } = deferred()
    showTogether(document, promise, show)
    expect(show).not.toHaveBeenCalled()

    resolve()
    await vi.waitFor(() => expect(show).toHaveBeenCalledOnce())
  })

  it('does not wait for long', async () => {
    preload('/entry.js')
    arrived = ['/entry.js']
    const show = vi.fn()
    showTogether(document, new Promise(() => {}), show)

    await vi.advanceTimersByTimeAsync(1000)
    expect(show).toHaveBeenCalledOnce()
  })
})
