import type { Pointer } from '@griot/contracts/module-pointer'
import type { Revisions } from '@griot/contracts/module-registry'
import { SWITCHED_OFF } from '@griot/contracts/modules'
import { readJournal, readPointer, readRevision } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { notFound } from '@griot/service-kit/errors'

interface Options {
  store: RegistryStore
  env: string
}

/** What an environment has shown to people, revision by revision. */
export const createPast = ({ store, env }: Options) => ({
  /** The newest first, from `before` on or from what stands. */
  revisions: async (before: number | undefined, limit: number): Promise<Revisions> => {
    const latest = await readPointer(store, env)
    const found = await readJournal(store, env, Math.min(before ?? latest.rev, latest.rev), limit)
    return { revisions: found.map((pointer) => ({ ...told(pointer), shown: shownBy(pointer) })) }
  },

  /** The whole of what was shown at a revision, as what one person may see instead of what stands. */
  shownAt: async (rev: number): Promise<Record<string, string>> => {
    const [then, now] = await Promise.all([readRevision(store, env, rev), readPointer(store, env)])
    if (!then) throw notFound('revision')
    const came = Object.keys(now.modules).filter((module) => !Object.hasOwn(then.modules, module))
    return { ...shownBy(then), ...Object.fromEntries(came.map((module) => [module, SWITCHED_OFF])) }
  },
})

const told = ({ rev, at, change }: Pointer) => ({ rev, at, change })

const shownBy = ({ modules }: Pointer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(modules).map(([module, { stable, disabled }]) => [
      module,
      disabled === null ? stable : SWITCHED_OFF,
    ]),
  )
