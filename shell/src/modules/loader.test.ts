import type { AssignedModule, ModuleRelease } from '@griot/contracts/modules'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IntegrityError } from './integrity.ts'
import { createModuleLoader } from './loader.ts'
import type { ModuleFailure } from './loader-contract.ts'

const Page = () => null

/** What a version does when its files are asked for; by attempt, the last one for all that follow. */
type Behaviour = (attempt: number) => Promise<() => unknown>

const works: Behaviour = async () => () => ({ contract: 1, setup: () => ({ routes: { 'points.page': Page } }) })
const isDown: Behaviour = async () => {
  throw new Error('network')
}
const isTampered: Behaviour = async () => {
  throw new IntegrityError('arrived changed')
}
const hangs: Behaviour = () => new Promise(() => {})
const exposes =
  (exposed: unknown): Behaviour =>
  async () =>
  () =>
    exposed
const throwsOnEvaluate: Behaviour = async () => () => {
  throw new Error('evaluate')
}

const release = (version: string): ModuleRelease => ({
  version,
  container: `mfe_points_${version}`,
  contract: 1,
  entry: `/m/points/${version}/remoteEntry.js`,
  integrity: 'sha384-',
})

const assigned = (version: string, lkg?: string): AssignedModule => ({
  ...release(version),
  contributes: {
    routes: [{ id: 'points.page', path: '/points', title: 'Points', skeleton: 'list' }],
    nav: [],
    slots: [],
    fallback: {},
  },
  lkg: lkg === undefined ? null : release(lkg),
})

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

  const given = (versions: Record<string, Behaviour>, first = assigned('v2')) => {
    const fetched: string[] = []
    const reports: string[] = []
    const signals: AbortSignal[] = []
    const loader = createModuleLoader({
      module: 'points',
      assigned: first,
      fetchModule: ({ version }, attempt) => {
        fetched.push(`${version} ${attempt}`)
        return (versions[version] ?? isDown)(attempt)
      },
      createApi: (_, signal) => {
        signals.push(signal)
        return { signal } as unknown as ShellApiV1
      },
      report: ({ version, stage }: ModuleFailure) => reports.push(`${version} ${stage}`),
    })
    return { loader, fetched, reports, signals }
  }
})

const settle = () => vi.advanceTimersByTimeAsync(0)

const status = ({ state }: ReturnType<typeof createModuleLoader>) => {
  const now = state.get()
  if (now.status === 'idle' || now.status === 'off') return now.status
  if (now.status === 'failed') return `failed ${now.failure.version} ${now.failure.stage}`
  return `${now.status} ${now.version}`
}
