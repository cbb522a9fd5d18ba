import type { CheckResult, Pointer } from '@griot/contracts/module-pointer'
import type { ChangeAction, ChangeAnswer, ChangeRequest } from '@griot/contracts/module-registry'
import { isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { type Effort, storeBlob } from '@griot/module-registry/blobs'
import { whyBlocked } from '@griot/module-registry/blocked'
import {
  block,
  disable,
  enable,
  freeze,
  promote,
  rollBack,
  startCanary,
  turnFlag,
  unblock,
} from '@griot/module-registry/changes'
import { isRefused } from '@griot/module-registry/checks/checks'
import { shellRefuses } from '@griot/module-registry/checks/fits-shell'
import { collectVersions } from '@griot/module-registry/collect-versions'
import { type Moved, movePointer, readJournal, readPointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { claimVersion, commitVersion, listVersions, missingFiles, readDeployer } from '@griot/module-registry/versions'
import { AppError, conflict, invalid, notFound, refused } from '@griot/service-kit/errors'
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

interface Asked {
  by: string
  module: string
  action: ChangeAction
  request: ChangeRequest
  /** The revision that the asker has seen; another one is answered with 412. */
  ifRev: number | undefined
}

// What must hold of a version for it to be stored at all; the rest is asked when people are about to see it.
const ASKED_AT_DEPLOY = ['C1', 'C2']
const SHOWING = new Set<ChangeAction>(['promote', 'canary', 'rollback'])
const EARLIER_WITHIN = 100

/** What teams do to the registry. */
export const createOperations = ({ store, env, registry, ground, versionsInUse }: Options) => {
  // Claimed first: else it could be cleared away between the checks and the change.
  const mustFind = async (module: string, version: string): Promise<VersionDocument> => {
    const isThere = await claimVersion(store, module, version)
    const document = isThere ? await registry.document(module, version) : null
    if (!document) throw new AppError(404, 'version.not_found', `${module} ${version} was never deployed.`)
    return document
  }

  /** The checks of what a change would show to people; empty for one that shows nothing new. */
  const checksOf = async ({ action, module, request }: Asked, pointer: Pointer): Promise<CheckResult[]> => {
    const standing = pointer.modules[module]
    if (action === 'promote' && request.version) return ground.checksFor(await mustFind(module, request.version))
    if (action === 'canary' && request.version && request.version !== standing?.candidate?.version) {
      return ground.checksFor(await mustFind(module, request.version))
    }
    const target = request.version ?? (standing?.candidate ? undefined : standing?.lkg)
    if (action === 'rollback' && target && target !== standing?.stable) {
      return ground.checksForReturn(await mustFind(module, target))
    }
    return []
  }

  /** True when it is done all the same, by force. */
  const refuseUnsound = async (asked: Asked, pointer: Pointer, checks: CheckResult[]): Promise<boolean> => {
    const { action, by, module, request } = asked
    const { version, force = false } = request
    const isTakenBack = action !== 'rollback' && version && pointer.modules[module]?.quarantined.includes(version)
    if (isTakenBack && !force) {
      throw refused(
        'version.quarantined',
        `${module} ${version} was taken back. Deploy a new version, or have someone else force it.`,
      )
    }
    if (!isTakenBack && !isRefused(checks)) return false
    if (!force) throw await checksRefused(asked, checks)
    if (action === 'rollback' || !version) return true
    const deployer = await readDeployer(store, module, version)
    if (deployer?.by === by) {
      throw new AppError(403, 'force.second_person', 'Someone else than who deployed this version has to force it.')
    }
    return true
  }

  const checksRefused = async ({ action, module, request }: Asked, checks: CheckResult[]) => {
    const said = checks.filter(({ outcome }) => outcome === 'refuse')
    const other = action === 'rollback' ? await nearestGood(module, request.version) : null
    const advice = other ? ` ${module} ${other} would fit: roll back to that.` : ''
    return new AppError(422, 'checks.refused', `The checks refuse this.${advice}`, {
      fields: Object.fromEntries(
        said.map(({ id, says }, index) => [said.length > 1 ? `${id}.${index + 1}` : id, says]),
      ),
    })
  }

  /** The last version that stood and still fits. */
  const nearestGood = async (module: string, unlike: string | undefined) => {
    const { rev, modules } = await readPointer(store, env)
    const stood = (await readJournal(store, env, rev, EARLIER_WITHIN)).map((pointer) => pointer.modules[module]?.stable)
    for (const version of new Set(stood)) {
      if (!version || version === unlike || version === modules[module]?.stable) continue
      const document = await registry.document(module, version)
      if (document && !isRefused(await ground.checksForReturn(document))) return version
    }
    return null
  }

  const stepOf = (pointer: Pointer, { action, by, module, request }: Asked, checks: CheckResult[]): Moved | null => {
    const asked = { by, module, reason: request.reason, checks: checks.length > 0 ? checks : undefined }
    const { version, percent, range, flag } = request
    switch (action) {
      case 'promote':
        if (!version) throw invalid({ version: 'Say which version.' })
        return promote(pointer, { ...asked, version })
      case 'canary':
        if (percent === undefined) throw invalid({ percent: 'Say for how many percent.' })
        return startCanary(pointer, { ...asked, version, percent })
      case 'rollback':
        return rollBack(pointer, { ...asked, to: version })
      case 'disable':
        if (module === 'shell')
          throw refused('shell.needed', 'Without the shell there is no page: roll it back instead.')
        return disable(pointer, asked)
      case 'enable':
        return enable(pointer, asked)
      case 'block':
        if (range === undefined) throw invalid({ range: 'Say which versions, such as <0.3.0.' })
        return block(pointer, { ...asked, range })
      case 'unblock':
        return unblock(pointer, { ...asked, range })
      case 'flag':
        if (flag === undefined) throw invalid({ flag: 'Say which flag.' })
        if (percent === undefined) throw invalid({ percent: 'Say for how many percent; 0 is off.' })
        if (module === 'shell') throw refused('flag.of_shell', 'The shell has no flags: it is no module that asks it.')
        return turnFlag(pointer, { ...asked, flag, percent })
    }
  }

  const requireRev = ({ ifRev }: Pick<Asked, 'ifRev'>, { rev }: Pointer) => {
    if (ifRev === undefined || ifRev === rev) return
    throw new AppError(412, 'pointer.moved', `${env} has moved on from revision ${ifRev} to ${rev}. Look again first.`)
  }

  const answerOf = (pointer: Pointer, module: string, isNew: boolean): ChangeAnswer => {
    const standing = pointer.modules[module]
    if (!standing) throw notFound('module')
    return { rev: pointer.rev, isNew, standing, change: isNew ? pointer.change : null }
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

    change: async (asked: Asked): Promise<ChangeAnswer> => {
      if (SHOWING.has(asked.action) && asked.request.version) {
        await mustFind(asked.module, asked.request.version)
      }
      let isNew = false
      const step = async (pointer: Pointer) => {
        requireRev(asked, pointer)
        const checks = await checksOf(asked, pointer)
        const isForced = await refuseUnsound(asked, pointer, checks)
        const moved = stepOf(pointer, isForced ? saidToBeForced(asked) : asked, checks)
        isNew = moved !== null
        return moved
      }
      if (asked.request.dryRun) {
        const pointer = await readPointer(store, env)
        const moved = await step(pointer)
        const next = moved ? { ...pointer, ...moved.pointer, change: moved.change } : pointer
        return answerOf(next, asked.module, isNew)
      }
      const pointer = await movePointer(store, env, step)
      await registry.refresh()
      return answerOf(pointer, asked.module, isNew)
    },

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

/** The journal says so, whatever reason was given. */
const saidToBeForced = (asked: Asked): Asked => {
  const { reason } = asked.request
  return { ...asked, request: { ...asked.request, reason: reason === undefined ? 'forced' : `forced: ${reason}` } }
}

export type Operations = ReturnType<typeof createOperations>

/** 409 for an environment that this gateway does not serve. */
export const refuseOtherEnvironment = (asked: string, env: string) => {
  if (asked !== env) throw conflict('environment.other', `This gateway serves ${env}, not ${asked}.`)
}
