import { getEventListeners } from 'node:events'
import type { AssignedModule, ModuleRelease } from '@griot/contracts/module-assignment'
import type { Command, ShellApiV1 } from '@griot/shell-sdk/contract'
import { describe, expect, it, vi } from 'vitest'
import { createModuleLoader } from './loader.ts'
import { runCommand } from './run-command.ts'

const NAME = 'charts.count'

const assigned = (version: string): AssignedModule => ({
  version,
  container: `mfe_charts_${version}`,
  contract: 1,
  entry: `/m/charts/${version}/remoteEntry.js`,
  integrity: 'sha384-',
  contributes: { routes: [], nav: [], slots: [], commands: [{ id: NAME }], fallback: {} },
  lkg: null,
})

describe('a command of another module', () => {
  it('loads the module, once, and is answered by it', async () => {
    const { loader, run, fetched } = given(async (input) => ({ counted: input }))

    expect(await Promise.all([run(7), run(8)])).toEqual([{ counted: 7 }, { counted: 8 }])
    expect(fetched()).toBe(1)
    expect(loader.state.get().status).toBe('ready')
  })

  it('fails as the module says', async () => {
    const { run } = given(() => {
      throw new Error('nothing to count')
    })
    await expect(run()).rejects.toThrow('nothing to count')
  })

  it('says so when a part of the module does not come for it, and leaves what to do to who asks', async () => {
    const cause = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
    const count = vi.fn(async () => 7).mockRejectedValueOnce(cause)
    const { run } = given(count)

    await expect(run()).rejects.toMatchObject({ code: 'command.missing', cause })
    expect(await run()).toBe(7)
    expect(count).toHaveBeenCalledTimes(2)
  })

  it('is refused when nobody has it, and when its module is off or does not come', async () => {
    const controller = new AbortController()
    await expect(runCommand(null, NAME, 1, controller.signal)).rejects.toMatchObject({ code: 'command.unknown' })

    const { loader, run } = given(async () => 1)
    loader.assign({ ...assigned('v1'), isDisabled: true })
    await expect(run()).rejects.toMatchObject({ code: 'command.off', message: expect.stringContaining(NAME) })

    await expect(given(null).run()).rejects.toMatchObject({ code: 'command.failed' })
  })

  it('is refused when what stands in for its module knows nothing of it', async () => {
    const older = { ...assigned('v1'), version: 'v2', lkg: assigned('v1') }
    const { run } = given(null, older, { v1: () => ({ contract: 1, setup: () => ({}) }) })

    await expect(run()).rejects.toMatchObject({ code: 'command.unknown' })
  })

  it('is given up when either of the two modules ends before it has answered', async () => {
    const hangs = vi.fn(() => new Promise(() => {}))
    const one = given(hangs)
    const toOther = one.run()
    await vi.waitFor(() => expect(hangs).toHaveBeenCalledOnce(), 10_000)
    one.loader.assign({ ...assigned('v1'), isDisabled: true })
    await expect(toOther).rejects.toMatchObject({ code: 'command.off' })

    const two = given(hangs)
    const ofEnded = two.run()
    two.asking.abort()
    await expect(ofEnded).rejects.toMatchObject({ code: 'command.ended' })
  })

  it('leaves nothing behind on the module that asked or was asked', async () => {
    const { loader, run, asking } = given(async () => 1)
    await run()
    expect(getEventListeners(asking.signal, 'abort')).toEqual([])

    // Nobody looks at it: the next one that does has the version that stands.
    loader.assign(assigned('v2'))
    await run()
    expect(loader.state.get()).toMatchObject({ status: 'ready', version: 'v2' })
  })

  /** Without a command the module does not even come. */
  const given = (count: Command | null, standing = assigned('v1'), others: Record<string, () => unknown> = {}) => {
    const evaluate = () => {
      if (!count) throw new Error('evaluate')
      return { contract: 1, setup: () => ({ commands: { [NAME]: count } }) }
    }
    const fetchModule = vi.fn(async ({ version }: ModuleRelease) => others[version] ?? evaluate)
    const loader = createModuleLoader({
      module: 'charts',
      assigned: standing,
      fetchModule,
      createApi: (_, signal) => ({ signal }) as unknown as ShellApiV1,
      report: () => {},
    })
    const asking = new AbortController()
    return {
      loader,
      asking,
      fetched: () => fetchModule.mock.calls.length,
      run: (input?: unknown) => runCommand(loader, NAME, input, asking.signal),
    }
  }
})
