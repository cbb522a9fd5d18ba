import type { CheckResult, Pointer } from '@griot/contracts/module-pointer'
import type { ChangeAction, ChangeAnswer, ChangeRequest } from '@griot/contracts/module-registry'
import type { VersionDocument } from '@griot/contracts/modules'
import {
  block,
  disable,
  enable,
  promote,
  rollBack,
  startCanary,
  turnFlag,
  unblock,
} from '@griot/module-registry/changes'
import { isRefused } from '@griot/module-registry/checks/checks'
import { type Moved, movePointer, readJournal, readPointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { readDeployer } from '@griot/module-registry/versions'
import { AppError, invalid, notFound, refused } from '@griot/service-kit/errors'
import type { createGround } from './ground.ts'
import type { Registry } from './registry.ts'

interface Options {
  store: RegistryStore
  env: string
  registry: Registry
  ground: ReturnType<typeof createGround>
  /** The version's document; throws unless it is there. */
  mustBeDeployed(module: string, version: string): Promise<VersionDocument>
}

interface Asked {
  by: string
  module: string
  action: ChangeAction
  request: ChangeRequest
  /** The revision that the asker has seen; another one is answered with 412. */
  ifRev: number | undefined
}

const SHOWING = new Set<ChangeAction>(['promote', 'canary', 'rollback'])
const EARLIER_WITHIN = 100

/** Changes what people see of a module: what it would show is checked first, and what the checks refuse needs force. */
export const createChange = ({ store, env, registry, ground, mustBeDeployed }: Options) => {
  /** The checks of what a change would show to people; empty for one that shows nothing new. */
  const checksOf = async ({ action, module, request }: Asked, pointer: Pointer): Promise<CheckResult[]> => {
    const standing = pointer.modules[module]
    if (action === 'promote' && request.version) return ground.checksFor(await mustBeDeployed(module, request.version))
    if (action === 'canary' && request.version && request.version !== standing?.candidate?.version) {
      return ground.checksFor(await mustBeDeployed(module, request.version))
    }
    const target = request.version ?? (standing?.candidate ? undefined : standing?.lkg)
    if (action === 'rollback' && target && target !== standing?.stable) {
      return ground.checksForReturn(await mustBeDeployed(module, target))
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

  const requireRev = ({ ifRev }: Pick<Asked, 'ifRev'>, { rev }: Pointer) => {
    if (ifRev === undefined || ifRev === rev) return
    throw new AppError(412, 'pointer.moved', `${env} has moved on from revision ${ifRev} to ${rev}. Look again first.`)
  }

  const answerOf = (pointer: Pointer, module: string, isNew: boolean): ChangeAnswer => {
    const standing = pointer.modules[module]
    if (!standing) throw notFound('module')
    return { rev: pointer.rev, isNew, standing, change: isNew ? pointer.change : null }
  }

  return async (asked: Asked): Promise<ChangeAnswer> => {
    if (SHOWING.has(asked.action) && asked.request.version) {
      await mustBeDeployed(asked.module, asked.request.version)
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
  }
}

/** What is asked for as a step of the pointer; throws for what does not say enough. */
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
      if (module === 'shell') throw refused('shell.needed', 'Without the shell there is no page: roll it back instead.')
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

/** The journal says so, whatever reason was given. */
const saidToBeForced = (asked: Asked): Asked => {
  const { reason } = asked.request
  return { ...asked, request: { ...asked.request, reason: reason === undefined ? 'forced' : `forced: ${reason}` } }
}
