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

describe('runCommand', () => {
  it('loads the module once and returns its responses', async () => {
    const { loader, run, fetched } = setUp(async (input) => ({ counted: input }))

    expect(await Promise.all([run(7), run(8)])).toEqual([{ counted: 7 }, { counted: 8 }])
    expect(fetched()).toBe(1)
    expect(loader.state.get().status).toBe('ready')
  })

  it('rejects with the module’s error', async () => {
    const { run } = setUp(() => {
      throw new Error('nothing to count')
    })
    await expect(run()).rejects.toThrow('nothing to count')
  })

  it('rejects with command.missing when a chunk does not load', async () => {
    const cause = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
    const count = vi.fn(async () => 7).mockRejectedValueOnce(cause)
    const { run } = setUp(count)

    await expect(run()).rejects.toMatchObject({ code: 'command.missing', cause })
    expect(await run()).toBe(7)
    expect(count).toHaveBeenCalledTimes(2)
  })

  it('rejects when no module has the command, or its module is off or failed', async () => {
    const controller = new AbortController()
    await expect(runCommand(null, NAME, 1, controller.signal)).rejects.toMatchObject({ code: 'command.unknown' })

    const { loader, run } = setUp(async () => 1)
    loader.assign({ ...assigned('v1'), isDisabled: true })
    await expect(run()).rejects.toMatchObject({ code: 'command.off', message: expect.stringContaining(NAME) })

    await expect(setUp(null).run()).rejects.toMatchObject({ code: 'command.failed' })
  })

  it('rejects when the last known good version lacks the command', async () => {
    const older = { ...assigned('v1'), version: 'v2', lkg: assigned('v1') }
    const { run } = setUp(null, older, { v1: () => ({ contract: 1, setup: () => ({}) }) })

    await expect(run()).rejects.toMatchObject({ code: 'command.unknown' })
  })

  it('rejects when one of the two modules is disposed', async () => {
    const hangs = vi.fn(() => new Promise(() => {}))
    const one = setUp(hangs)
    const toDisabled = one.run()
    await vi.waitFor(() => expect(hangs).toHaveBeenCalledOnce(), 10_000)
    one.loader.assign({ ...assigned('v1'), isDisabled: true })
    await expect(toDisabled).rejects.toMatchObject({ code: 'command.off' })

    const two = setUp(hangs)
    const fromDisposed = two.run()
    two.caller.abort()
    await expect(fromDisposed).rejects.toMatchObject({ code: 'command.ended' })
  })

  it('removes its listeners and its view', async () => {
    const { loader, run, caller } = setUp(async () => 1)
    await run()
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])

    // Without a view, the next command gets the assigned version.
    loader.assign(assigned('v2'))
    await run()
    expect(loader.state.get()).toMatchObject({ status: 'ready', version: 'v2' })
  })

  /** Without a command the module fails to load. */
  const setUp = (count: Command | null, first = assigned('v1'), others: Record<string, () => unknown> = {}) => {
    const evaluate = () => {
      if (!count) throw new Error('evaluate')
      return { contract: 1, setup: () => ({ commands: { [NAME]: count } }) }
    }
    const fetchModule = vi.fn(async ({ version }: ModuleRelease) => others[version] ?? evaluate)
    const loader = createModuleLoader({
      module: 'charts',
      assigned: first,
      fetchModule,
      createApi: (_, signal) => ({ signal }) as unknown as ShellApiV1,
      report: () => {},
    })
    const caller = new AbortController()
    return {
      loader,
      caller,
      fetched: () => fetchModule.mock.calls.length,
      run: (input?: unknown) => runCommand(loader, NAME, input, caller.signal),
    }
  }
})
