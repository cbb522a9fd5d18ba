import { getEventListeners } from 'node:events'
import type { AssignedModule } from '@griot/contracts/module-assignment'
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

  it('is refused when nobody has it, and when its module is off or does not come', async () => {
    const controller = new AbortController()
    await expect(runCommand(null, NAME, 1, controller.signal)).rejects.toMatchObject({ code: 'command.unknown' })

    const { loader, run } = given(async () => 1)
    loader.assign({ ...assigned('v1'), isDisabled: true })
    await expect(run()).rejects.toMatchObject({ code: 'command.off', message: expect.stringContaining(NAME) })

    await expect(given(null).run()).rejects.toMatchObject({ code: 'command.failed' })
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
  const given = (count: Command | null) => {
    const fetchModule = vi.fn(async () => () => {
      if (!count) throw new Error('evaluate')
      return { contract: 1, setup: () => ({ commands: { [NAME]: count } }) }
    })
    const loader = createModuleLoader({
      module: 'charts',
      assigned: assigned('v1'),
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
