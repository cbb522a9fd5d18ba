import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  assigned,
  exposes,
  hangs,
  isChanged,
  isDown,
  settle,
  setUpLoader,
  status,
  throwsOnEvaluate,
  works,
} from './testing/loader-harness.ts'

describe('a module loader', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('loads once, even if it is needed several times', async () => {
    const { loader, fetched } = setUpLoader({ v2: works })
    loader.ensure()
    loader.ensure()
    await settle()
    loader.ensure()

    expect(status(loader)).toBe('ready v2')
    expect(fetched).toEqual(['v2 0'])
  })

  it('uses another address when the first times out', async () => {
    const { loader, fetched } = setUpLoader({ v2: (attempt) => (attempt === 0 ? hangs(0) : works(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3900)
    expect(status(loader)).toBe('loading v2')

    await vi.advanceTimersByTimeAsync(600)

    expect(status(loader)).toBe('ready v2')
    expect(fetched).toEqual(['v2 0', 'v2 1'])
  })

  it('retries twice when the network fails, then fails', async () => {
    const { loader, fetched, reports } = setUpLoader({ v2: isDown })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    expect(status(loader)).toBe('failed v2 entry')
    expect(fetched).toEqual(['v2 0', 'v2 1', 'v2 2'])
    expect(reports).toEqual(['v2 entry'])
  })

  it('loads the last known good version when the new one fails', async () => {
    const { loader, fetched } = setUpLoader({ v2: isDown, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    expect(status(loader)).toBe('ready v1')
    expect(fetched.at(-1)).toBe('v1 0')
  })

  it('loads the last known good version after a timeout of ten seconds', async () => {
    const { loader } = setUpLoader({ v2: hangs, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await vi.advanceTimersByTimeAsync(10_100)

    expect(status(loader)).toBe('ready v1')
  })

  it.each([
    ['does not match its hash', isChanged, 'integrity'],
    ['throws during evaluation', throwsOnEvaluate, 'evaluate'],
    ['exports nothing', exposes({}), 'contract'],
    ['exports another contract', exposes({ contract: 2, setup: () => ({}) }), 'contract'],
    ['lacks a page that it declares', exposes({ contract: 1, setup: () => ({}) }), 'contract'],
    ['throws in setup', exposes({ contract: 1, setup: () => Promise.reject(new Error('setup')) }), 'setup'],
  ])('does not retry a version that %s', async (_, behaviour, stage) => {
    const { loader, fetched, reports } = setUpLoader({ v2: behaviour, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await settle()

    expect(status(loader)).toBe('ready v1')
    expect(fetched).toEqual(['v2 0', 'v1 0'])
    expect(reports).toEqual([`v2 ${stage}`])
  })

  it('fails when setup does not finish', async () => {
    const never = exposes({ contract: 1, setup: () => new Promise(() => {}) })
    const { loader, signals } = setUpLoader({ v2: never })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(4100)

    expect(status(loader)).toBe('failed v2 setup')
    expect(signals[0]?.aborted).toBe(true)
  })

  it('loads again on Retry, from an unused address', async () => {
    let isUp = false
    const { loader, fetched } = setUpLoader({ v2: (attempt) => (isUp ? works(attempt) : isDown(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(3000)

    isUp = true
    loader.retry()
    await settle()

    expect(status(loader)).toBe('ready v2')
    expect(fetched.at(-1)).toBe('v2 3')
  })

  it('loads again after a failure only after 30 seconds', async () => {
    const { loader, fetched } = setUpLoader({ v2: throwsOnEvaluate })
    loader.ensure()
    await settle()
    loader.ensure()
    expect(fetched).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(31_000)
    loader.ensure()
    await settle()
    expect(fetched).toHaveLength(2)
  })

  it('uses files that arrive after the failure was shown', async () => {
    let arrive: (evaluate: () => unknown) => void = () => {}
    const late = new Promise<() => unknown>((resolve) => {
      arrive = resolve
    })
    const { loader } = setUpLoader({ v2: (attempt) => (attempt === 0 ? late : isDown(attempt)) })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(status(loader)).toBe('failed v2 entry')

    arrive(await works(0))
    await settle()

    expect(status(loader)).toBe('ready v2')
  })

  it('uses one of several late attempts and disposes the others', async () => {
    const arrive: ((evaluate: () => unknown) => void)[] = []
    const isLate = () => new Promise<() => unknown>((resolve) => void arrive.push(resolve))
    const { loader, signals } = setUpLoader({ v2: isLate })
    loader.ensure()
    await vi.advanceTimersByTimeAsync(12_000)

    const evaluate = await works(0)
    for (const one of arrive) one(evaluate)
    await settle()

    expect(status(loader)).toBe('ready v2')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, ...arrive.slice(1).map(() => true)])
  })

  it('remounts after a crash, and loads the last known good version after the second', async () => {
    const { loader } = setUpLoader({ v2: works, v1: works }, assigned('v2', 'v1'))
    loader.ensure()
    await settle()

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
    expect(loader.crashed('v2', new Error('render'))).toBe('switch')
    await settle()
    expect(status(loader)).toBe('ready v1')
  })

  it('shows the panel after two crashes when there is no other version', async () => {
    const { loader } = setUpLoader({ v2: works })
    loader.ensure()
    await settle()

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
    expect(loader.crashed('v2', new Error('render'))).toBe('panel')
    expect(status(loader)).toBe('ready v2')
  })

  it('remounts again after a crash that is more than a minute later', async () => {
    const { loader } = setUpLoader({ v2: works })
    loader.ensure()
    await settle()
    loader.crashed('v2', new Error('render'))
    await vi.advanceTimersByTimeAsync(61_000)

    expect(loader.crashed('v2', new Error('render'))).toBe('remount')
  })

  it('does not load a last known good version that was withdrawn', async () => {
    const { loader, fetched } = setUpLoader(
      { v3: throwsOnEvaluate, v2: works },
      { ...assigned('v3', 'v2'), quarantined: ['v2'] },
    )
    loader.ensure()
    await settle()

    expect(status(loader)).toBe('failed v3 evaluate')
    expect(fetched).toEqual(['v3 0'])
  })

  it('does not load a disabled module', async () => {
    const { loader, fetched } = setUpLoader({ v2: works }, { ...assigned('v2'), isDisabled: true })
    loader.attach()
    await settle()

    expect(status(loader)).toBe('off')
    expect(fetched).toEqual([])
  })

  it('does not load a version again that failed in this tab, until another is assigned', async () => {
    const { loader, fetched } = setUpLoader({ v2: throwsOnEvaluate, v1: works, v3: works }, assigned('v2', 'v1'))
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
