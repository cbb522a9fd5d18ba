import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assigned, exposes, hangs, Page, settle, setUpLoader, status, works } from './testing/loader-harness.ts'

describe('a module loader after a new assignment', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('keeps the shown version, and loads the new one with the next view', async () => {
    const dispose = vi.fn()
    const old = exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) })
    const { loader, signals } = setUpLoader({ v2: old, v3: works })
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

  it('replaces a withdrawn version at once, even while it is shown', async () => {
    const dispose = vi.fn()
    const bad = exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) })
    const { loader } = setUpLoader({ v2: bad, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()

    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await settle()

    expect(status(loader)).toBe('ready v1')
    expect(dispose).toHaveBeenCalledExactlyOnceWith('failed')
  })

  it('disposes the module once when the user signs out', async () => {
    const dispose = vi.fn()
    const { loader, signals } = setUpLoader({
      v2: exposes({ contract: 1, setup: () => ({ routes: { 'points.page': Page }, dispose }) }),
    })
    loader.attach()
    await settle()

    loader.end()
    loader.end()

    expect(dispose).toHaveBeenCalledExactlyOnceWith('logout')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('announces a pending version, and shows it on request', async () => {
    const { loader } = setUpLoader({ v2: works, v3: works })
    const detach = loader.attach()
    await settle()
    expect(loader.pendingUpdate.get()).toBeNull()

    loader.assign(assigned('v3', 'v2'))
    expect(loader.pendingUpdate.get()).toBe('next-visit')
    const release = loader.holdUpdates()
    expect(loader.pendingUpdate.get()).toBe('unsaved-work')
    loader.update()
    await settle()
    expect(status(loader)).toBe('ready v2')

    release()
    loader.update()
    await settle()
    expect(status(loader)).toBe('ready v3')
    expect(loader.pendingUpdate.get()).toBeNull()
    detach()
  })

  it('announces that a version is withdrawn while there is unsaved work', async () => {
    const { loader } = setUpLoader({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    const release = loader.holdUpdates()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    expect(loader.pendingUpdate.get()).toBe('withdrawn')

    release()
    await settle()
    expect(status(loader)).toBe('ready v1')
    expect(loader.pendingUpdate.get()).toBeNull()
  })

  it('replaces a withdrawn version when the work is saved', async () => {
    const { loader } = setUpLoader({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    const release = loader.holdUpdates()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(status(loader)).toBe('ready v2')

    release()
    await settle()
    expect(status(loader)).toBe('ready v1')
  })

  it('replaces a withdrawn version after a minute in spite of unsaved work', async () => {
    const { loader } = setUpLoader({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.attach()
    await settle()
    loader.holdUpdates()
    loader.assign({ ...assigned('v1'), quarantined: ['v2'] })
    await vi.advanceTimersByTimeAsync(60_100)

    expect(status(loader)).toBe('ready v1')
  })

  it('replaces a version that the API blocks', async () => {
    const { loader } = setUpLoader({ v2: works, v3: works })
    loader.attach()
    await settle()
    loader.assign(assigned('v3'))
    expect(loader.pendingUpdate.get()).toBe('next-visit')

    loader.versionBlocked('v2')
    await settle()
    expect(status(loader)).toBe('ready v3')
    expect(loader.pendingUpdate.get()).toBeNull()
  })

  it('lets the user decide when to replace a blocked version with unsaved work', async () => {
    const { loader } = setUpLoader({ v2: works, v3: works, v4: works })
    loader.attach()
    await settle()
    const release = loader.holdUpdates()
    loader.versionBlocked('v2')
    expect(loader.pendingUpdate.get()).toBe('blocked')
    loader.versionUnblocked('v2')
    expect(loader.pendingUpdate.get()).toBeNull()

    loader.versionBlocked('v2')
    loader.assign(assigned('v3'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect([status(loader), loader.pendingUpdate.get()]).toEqual(['ready v2', 'blocked-unsaved-work'])
    release()
    await settle()
    expect(status(loader)).toBe('ready v3')

    loader.holdUpdates()
    loader.versionBlocked('v3')
    loader.assign(assigned('v4'))
    loader.update()
    await settle()
    expect(status(loader)).toBe('ready v4')
  })

  it('stops loading a version that is disabled or withdrawn', async () => {
    const { loader, fetched } = setUpLoader({ v2: hangs, v1: works }, assigned('v2', 'v1'))
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

  it('disposes a module that is disabled, and loads it when it is enabled again', async () => {
    const { loader, signals } = setUpLoader({ v2: works })
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
