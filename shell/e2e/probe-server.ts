import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Pointer } from '@griot/contracts/module-pointer'
import { block, promote, rollBack, unblock } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import { buildProbes, ROOT, startModuleServer } from './module-server.ts'

export const BY = 'the test'

export type ProbeServer = Awaited<ReturnType<typeof startProbeServer>>

const withLastKnownGood = (pointer: Pointer, lkg: string): Pointer => {
  const { probe } = pointer.modules
  return probe ? { ...pointer, modules: { ...pointer.modules, probe: { ...probe, lkg } } } : pointer
}

/** Serves the shell, two remotes of the product and two versions of a probe module, the first of which is current. */
export const startProbeServer = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'griot-faults-'))
  const dists = await buildProbes()
  const server = await startModuleServer({
    modulesDir: path.join(folder, 'modules'),
    shellDir: path.join(ROOT, 'shell/dist'),
    uncached: /^\/m\//,
  })
  for (const name of ['listener', 'rewards']) await server.publish(path.join(ROOT, `mfe-${name}/dist`))
  for (const dist of dists) await server.publish(dist)
  const [one, other] = await Promise.all(dists.map((dist) => readBuild(dist)))
  if (!one || !other) throw new Error('the probe was not built twice')
  const { version: first } = one
  const { version: second } = other

  const promoteVersion = (version: string) =>
    server.changePointer((pointer) => promote(pointer, { by: BY, module: 'probe', version }))
  const unblockAll = () =>
    server.changePointer((pointer) => unblock(withLastKnownGood(pointer, first), { by: BY, module: 'probe' }))
  return {
    server,
    /** The build folders of the two versions. */
    dists,
    versions: { first, second },
    promoteVersion,
    unblock: unblockAll,
    withdraw: () => server.changePointer((pointer) => rollBack(pointer, { by: BY, module: 'probe' })),
    /** The last known good version cannot be blocked, so the second version becomes it first. */
    block: (version: string) =>
      server.changePointer((pointer) =>
        block(withLastKnownGood(pointer, second), { by: BY, module: 'probe', range: version }),
      ),
    reset: async () => {
      server.reset()
      await unblockAll()
      await promoteVersion(first)
    },
    close: async () => {
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
