import { isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { type Effort, storeBlob } from '@griot/module-registry/blobs'
import { whyBlocked } from '@griot/module-registry/blocked'
import { freeze } from '@griot/module-registry/changes'
import { shellRefuses } from '@griot/module-registry/checks/fits-shell'
import { collectVersions } from '@griot/module-registry/collect-versions'
import { movePointer, readJournal, readPointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { claimVersion, commitVersion, listVersions, missingFiles, readDeployer } from '@griot/module-registry/versions'
import { AppError, conflict } from '@griot/service-kit/errors'
import type { createGround } from './ground.ts'
import type { Registry } from './registry.ts'

interface Options {
  store: RegistryStore
  env: string
  registry: Registry
  ground: ReturnType<typeof createGround>
  /** As `module@version`: what tabs ran within the last day, and what drafts are at. */
  versionsInUse(): Promise<readonly string[]>
}

// What must hold of a version for it to be stored at all; the rest is asked when people are about to see it.
const ASKED_AT_DEPLOY = ['C1', 'C2']

/** What teams do to the registry. */
export const createOperations = ({ store, env, registry, ground, versionsInUse }: Options) => {
  // Claimed first: else it could be cleared away between the checks and the change.
  const mustFind = async (module: string, version: string): Promise<VersionDocument> => {
    const isThere = await claimVersion(store, module, version)
    const document = isThere ? await registry.document(module, version) : null
    if (!document) throw new AppError(404, 'version.not_found', `${module} ${version} was never deployed.`)
    return document
  }

  return {
    /** Throws unless the version is there; it is then not cleared away for a day. */
    mustBeDeployed: mustFind,

    missing: (document: VersionDocument) => missingFiles(store, document),

    keepFile: (integrity: string, name: string, content: Uint8Array, effort: Effort) =>
      storeBlob(store, integrity, name, content, effort),

    /** Stores a version whose files are all there; what the checks would say to its promotion comes with it. */
    deploy: async (document: VersionDocument, by: string) => {
      const missing = await missingFiles(store, document)
      const checks = missing.length > 0 ? [] : await ground.checksFor(document)
      const broken = checks.filter(({ id, outcome }) => outcome === 'refuse' && ASKED_AT_DEPLOY.includes(id))
      if (broken.length > 0) {
        const fields = Object.fromEntries(broken.map(({ id, says }) => [id, says]))
        throw new AppError(422, 'version.broken', 'This is not a whole version.', { fields })
      }
      await commitVersion(store, document, by)
      return checks
    },

    verify: async (module: string, version: string) => ground.checksFor(await mustFind(module, version)),

    /** What may be shown to people of a module, newest first: not what was built for one person to look at. */
    versions: async (module: string, most: number) => {
      const shell = registry.current()?.shell?.stable
      const standing = registry.current()?.pointer.modules[module] ?? {}
      const misfitOf = (document: VersionDocument) => {
        const blocked = whyBlocked(standing, document.version)
        if (blocked !== null) return `It is blocked: ${blocked}.`
        return shell && !isShellDocument(document) ? (shellRefuses(shell, document)?.says ?? null) : null
      }
      const all = await Promise.all(
        (await listVersions(store, module)).map(async (version) => {
          const [document, deployed] = await Promise.all([
            registry.document(module, version),
            readDeployer(store, module, version),
          ])
          return document && !document.built.watcher ? [{ version, deployed, misfit: misfitOf(document) }] : []
        }),
      )
      const at = ({ deployed }: { deployed: { at: string } | null }) => deployed?.at ?? ''
      return all
        .flat()
        .sort((one, other) => at(other).localeCompare(at(one)))
        .slice(0, most)
    },

    uncompared: async (module: string, version: string) => ground.uncompared(await mustFind(module, version)),

    /** Versions that are in use otherwise than by standing are kept, however old they are. */
    collect: async ({ module, isDry }: { module?: string; isDry: boolean }) =>
      collectVersions({ store, env, module, isDry, alive: new Set(await versionsInUse()) }),

    freeze: async (by: string, reason: string | null) => {
      const { rev, frozen } = await movePointer(store, env, (pointer) => freeze(pointer, { by, reason }))
      await registry.refresh()
      return { rev, frozen }
    },

    status: async (limit: number) => {
      const pointer = await readPointer(store, env)
      const journal = await readJournal(store, env, pointer.rev, limit)
      return { pointer, journal: journal.map(({ rev, at, change }) => ({ rev, at, change })) }
    },
  }
}

export type Operations = ReturnType<typeof createOperations>

/** 409 for an environment that this gateway does not serve. */
export const refuseOtherEnvironment = (asked: string, env: string) => {
  if (asked !== env) throw conflict('environment.other', `This gateway serves ${env}, not ${asked}.`)
}
