import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assigned, exposes, given, hangs, Page, settle, status, works } from './given-loader.ts'

describe('a module of which another version is assigned, or none', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('leaves what is on the page alone when another version is assigned, and takes it in with the next view', async () => {
    const dispose = vi.fn()
    const old = exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) })
    const { loader, signals } = given({ v2: old, v3: works })
    const detach = loader.attach()
    await settle()

    loader.assign(assigned('v3', 'v2'))
    const detachSecond = loader.attach()
    await settle()
    expect(status(loader)).toBe('ready v2')

    detach()
    detachSecond()
    loader.attach()
    await settle()

    expect(status(loader)).toBe('ready v3')
    expect(dispose).toHaveBeenCalledExactlyOnceWith('switch')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('leaves a version at once that was taken back, also while it is on the page', async () => {
    const dispose = vi.fn()
    const bad = exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) })
    const { loader } = given({ v2: bad, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()

    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await settle()

    expect(status(loader)).toBe('ready v1')
    expect(dispose).toHaveBeenCalledExactlyOnceWith('failed')
  })

  it('ends with the person, and says so to the module once', async () => {
    const dispose = vi.fn()
    const { loader, signals } = given({
      v2: exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) }),
    })
    loader.attach()
    await settle()

    loader.end()
    loader.end()

    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('says that a version waits, and shows it when it is asked for', async () => {
    const { loader } = given({ v2: works, v3: works })
    const detach = loader.attach()
    await settle()
    expect(loader.waiting.get()).toBeNull()

    loader.assign(assigned('v3', 'v2'))
    expect(loader.waiting.get()).toBe('next-visit')
    const unblock = loader.block()
    expect(loader.waiting.get()).toBe('writing')
    loader.renew()
    await settle()
    expect(status(loader)).toBe('ready v2')

    unblock()
    loader.renew()
    await settle()
    expect(status(loader)).toBe('ready v3')
    expect(loader.waiting.get()).toBeNull()
    detach()
  })

  it('says that a version is about to leave that was taken back while someone writes', async () => {
    const { loader } = given({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    const unblock = loader.block()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    expect(loader.waiting.get()).toBe('leaving')

    unblock()
    await settle()
    expect(status(loader)).toBe('ready v1')
    expect(loader.waiting.get()).toBeNull()
  })

  it('waits for someone who is writing, a minute at most', async () => {
    const { loader } = given({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    const unblock = loader.block()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(status(loader)).toBe('ready v2')

    unblock()
    await settle()
    expect(status(loader)).toBe('ready v1')
  })

  it('does not wait longer than that minute', async () => {
    const { loader } = given({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    loader.block()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await vi.advanceTimersByTimeAsync(60_100)

    expect(status(loader)).toBe('ready v1')
  })

  it('goes on with the newer version once the API answers the one on the page no more', async () => {
    const { loader } = given({ v2: works, v3: works })
    loader.attach()
    await settle()
    loader.assign(assigned('v3'))
    expect(loader.waiting.get()).toBe('next-visit')

    loader.outlived('v2')
    await settle()
    expect(status(loader)).toBe('ready v3')
    expect(loader.waiting.get()).toBeNull()
  })

  it('leaves it to who is writing when a version goes that is answered no more', async () => {
    const { loader } = given({ v2: works, v3: works, v4: works })
    loader.attach()
    await settle()
    const unblock = loader.block()
    loader.outlived('v2')
    expect(loader.waiting.get()).toBe('too-old')
    loader.answeredAgain('v2')
    expect(loader.waiting.get()).toBeNull()

    loader.outlived('v2')
    loader.assign(assigned('v3'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect([status(loader), loader.waiting.get()]).toEqual(['ready v2', 'too-old-writing'])
    unblock()
    await settle()
    expect(status(loader)).toBe('ready v3')

    loader.block()
    loader.outlived('v3')
    loader.assign(assigned('v4'))
    loader.renew()
    await settle()
    expect(status(loader)).toBe('ready v4')
  })

  it('does not bring what was switched off or taken back while it was on its way', async () => {
    const { loader, fetched } = given({ v2: hangs, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    loader.assign({ ...assigned('v2', 'v1'), isDisabled: true })
    await settle()
    expect(status(loader)).toBe('off')

    loader.assign(assigned('v2', 'v1'))
    loader.assign({ ...assigned('v2', 'v1'), quarantined: ['v2'] })
    await settle()
    expect(status(loader)).toBe('ready v1')
    expect(fetched).toEqual(['v2 0', 'v2 1', 'v1 0'])
  })

  it('ends a module that its team switches off, and takes it in again', async () => {
    const { loader, signals } = given({ v2: works })
    loader.attach()
    await settle()

    loader.assign({ ...assigned('v2'), isDisabled: true })
    await settle()
    expect(status(loader)).toBe('off')
    expect(signals[0]?.aborted).toBe(true)

    loader.assign(assigned('v2'))
    await settle()
    expect(status(loader)).toBe('ready v2')
  })
})
