import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  assigned,
  exposes,
  given,
  hangs,
  isDown,
  isTampered,
  settle,
  status,
  throwsOnEvaluate,
  works,
} from './given-loader.ts'

describe('the loader of a module', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('loads once, however often it is asked', async () => {
    const { loader, fetched } = given({ v2: works })
    loader.ensure()
    loader.ensure()
    await settle()
    loader.ensure()

    expect(status(loader)).toBe('ready v2')
    expect(fetched).toEqual(['v2 0'])
  })

  it('goes to another address when the first does not answer in time', async () => {
    const { loader, fetched } = given({ v2: (attempt) => (attempt === 0 ? hangs(0) : works(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3900)
    expect(status(loader)).toBe('loading v2')

    await vi.advanceTimersByTimeAsync(600)

    expect(status(loader)).toBe('ready v2')
    expect(fetched).toEqual(['v2 0', 'v2 1'])
  })

  it('tries twice more when the network fails, then says so', async () => {
    const { loader, fetched, reports } = given({ v2: isDown })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    expect(status(loader)).toBe('failed v2 entry')
    expect(fetched).toEqual(['v2 0', 'v2 1', 'v2 2'])
    expect(reports).toEqual(['v2 entry'])
  })

  it('goes back to the last known good version when the new one does not come', async () => {
    const { loader, fetched } = given({ v2: isDown, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    expect(status(loader)).toBe('ready v1')
    expect(fetched.at(-1)).toBe('v1 0')
  })

  it('gives the last known good version its turn after ten seconds of nothing', async () => {
    const { loader } = given({ v2: hangs, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await vi.advanceTimersByTimeAsync(10_100)

    expect(status(loader)).toBe('ready v1')
  })

  it.each([
    ['arrives changed', isTampered, 'integrity'],
    ['throws while it is evaluated', throwsOnEvaluate, 'evaluate'],
    ['exposes nothing', exposes({}), 'contract'],
    ['exposes another contract', exposes({ contract: 2, setup: () => ({}) }), 'contract'],
    ['does not bring what it announces', exposes({ contract: 1, setup: () => ({}) }), 'contract'],
    ['throws in setup', exposes({ contract: 1, setup: () => Promise.reject(new Error('setup')) }), 'setup'],
  ])('does not try a version again that %s', async (_, behaviour, stage) => {
    const { loader, fetched, reports } = given({ v2: behaviour, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await settle()

    expect(status(loader)).toBe('ready v1')
    expect(fetched).toEqual(['v2 0', 'v1 0'])
    expect(reports).toEqual([`v2 ${stage}`])
  })

  it('does not wait for a setup that never ends', async () => {
    const never = exposes({ contract: 1, setup: () => new Promise(() => {}) })
    const { loader, signals } = given({ v2: never })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(4100)

    expect(status(loader)).toBe('failed v2 setup')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('starts again on Retry, by an address it has not used', async () => {
    let isUp = false
    const { loader, fetched } = given({ v2: (attempt) => (isUp ? works(attempt) : isDown(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    isUp = true
    loader.retry()
    await settle()

    expect(status(loader)).toBe('ready v2')
    expect(fetched.at(-1)).toBe('v2 3')
  })

  it('rests after a failure before it tries again by itself', async () => {
    const { loader, fetched } = given({ v2: throwsOnEvaluate })
    loader.ensure()
    await settle()
    loader.ensure()
    expect(fetched).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(31_000)
    loader.ensure()
    await settle()
    expect(fetched).toHaveLength(2)
  })

  it('takes in what arrives late while the panel stands in its place', async () => {
    let arrive: (evaluate: () => unknown) => void = () => {}
    const late = new Promise<() => unknown>((resolve) => {
      arrive = resolve
    })
    const { loader } = given({ v2: (attempt) => (attempt === 0 ? late : isDown(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(status(loader)).toBe('failed v2 entry')

    arrive(await works(0))
    await settle()

    expect(status(loader)).toBe('ready v2')
  })

  it('keeps one of two that arrive late at once, and ends the other', async () => {
    const arrive: ((evaluate: () => unknown) => void)[] = []
    const isLate = () => new Promise<() => unknown>((resolve) => void arrive.push(resolve))
    const { loader, signals } = given({ v2: isLate })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(12_000)

    const evaluate = await works(0)
    for (const one of arrive) one(evaluate)
    await settle()

    expect(status(loader)).toBe('ready v2')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, ...arrive.slice(1).map(() => true)])
  })

  it('mounts again after a crash, and goes back to the last known good version after the second', async () => {
    const { loader } = given({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await settle()

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
    expect(loader.crashed('v2', new Error('render'))).toBe('switch')
    await settle()
    expect(status(loader)).toBe('ready v1')
  })

  it('leaves a crash to the panel when there is no other version', async () => {
    const { loader } = given({ v2: works })
    loader.ensure()
    await settle()

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
    expect(loader.crashed('v2', new Error('render'))).toBe('panel')
    expect(status(loader)).toBe('ready v2')
  })

  it('counts crashes that are far apart anew', async () => {
    const { loader } = given({ v2: works })
    loader.ensure()
    await settle()
    loader.crashed('v2', new Error('render'))
    await vi.advanceTimersByTimeAsync(61_000)

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
  })

  it('does not go back in the tab to a version that was taken back', async () => {
    const { loader, fetched } = given(
      { v3: throwsOnEvaluate, v2: works },
      { ...assigned('v3', 'v2'), quarantined: ['v2'] },
    )
    loader.ensure()
    await settle()

    expect(status(loader)).toBe('failed v3 evaluate')
    expect(fetched).toEqual(['v3 0'])
  })

  it('loads nothing of a module that is switched off', async () => {
    const { loader, fetched } = given({ v2: works }, { ...assigned('v2'), isDisabled: true })
    loader.attach()
    await settle()

    expect(status(loader)).toBe('off')
    expect(fetched).toEqual([])
  })

  it('does not return to a version that this tab gave up, until another is assigned', async () => {
    const { loader, fetched } = given({ v2: throwsOnEvaluate, v1: works, v3: works }, assigned('v2', 'v1'))
    const detach = loader.attach()
    await settle()
    detach()
    const detachAgain = loader.attach()
    await settle()
    expect(fetched).toEqual(['v2 0', 'v1 0'])

    detachAgain()
    loader.assign(assigned('v3', 'v2'))
    loader.attach()
    await settle()
    expect(status(loader)).toBe('ready v3')
  })
})
