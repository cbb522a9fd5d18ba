import type { CheckResult } from '@griot/contracts/module-pointer'
import { advanceRamp, dueShare, endRamp } from '@griot/module-registry/candidates'
import { isRefused } from '@griot/module-registry/checks/checks'
import { updatePointer } from '@griot/module-registry/pointer'
import { AppError } from '@griot/service-kit/http/errors'
import { requireVersion } from './operations.ts'
import type { Platform } from './registry.ts'
import { checkBrowser, checkRelease } from './release-checks.ts'

/** The author of automatic changes in the audit log. */
export const REGISTRY = 'the registry itself'

/**
 * Applies the next share of each candidate whose hold has passed, except of modules that fail now. Every instance runs it; the
 * revisions let one of them make a change. A ramp that the checks or another candidate stop ends at its share.
 */
export const advanceRamps = async (platform: Omit<Platform, 'cookies' | 'sendMail'>, failing: ReadonlySet<string>) => {
  const { store, registry, log } = platform
  const pointer = registry.current()?.pointer
  for (const module of Object.keys(pointer?.modules ?? {})) {
    const due = pointer && !failing.has(module) ? dueShare(pointer, module) : null
    if (!due) continue
    const { version, from, percent } = due
    // A candidate for a share has passed the checks of a share.
    const checks = percent === 100 ? await checkForAll(platform, module, version) : undefined
    const input = { ...due, by: REGISTRY, module, checks, reason: `ramp: ${percent} % after ${from} %` }
    const stop = (reason: string) => ({ ...input, reason: `the ramp ends at ${from} %: ${reason}` })
    let isDone = false
    const { change, rev } = await updatePointer(store, (current) => {
      const apply = () => {
        const refused = checks && isRefused(checks) ? checks.find(({ outcome }) => outcome === 'refuse') : undefined
        if (refused) return endRamp(current, stop(`${refused.id} ${refused.says}`))
        try {
          return advanceRamp(current, input)
        } catch (error) {
          if (error instanceof AppError) return endRamp(current, stop(error.message))
          throw error
        }
      }
      const update = apply()
      isDone = update !== null
      return update
    })
    if (!isDone) continue
    log.info({ module, version, percent: change?.percent, reason: change?.reason, rev }, 'candidate ramp applied')
    await registry.refresh()
  }
}

/** Ends the ramp of a version that may fail: the candidate keeps its share. Does nothing without a ramp. */
export const stopRamp = async (
  { store, registry, log }: Pick<Platform, 'store' | 'registry' | 'log'>,
  { module, version, says }: { module: string; version: string; says: string },
) => {
  let isDone = false
  const { rev } = await updatePointer(store, (current) => {
    const percent = current.modules[module]?.candidate?.percent
    const update = endRamp(current, { by: REGISTRY, module, version, reason: `the ramp ends at ${percent} %: ${says}` })
    isDone = update !== null
    return update
  })
  if (!isDone) return
  log.warn({ module, version, reason: says, rev }, 'candidate ramp stopped')
  await registry.refresh()
}

const checkForAll = async (
  platform: Omit<Platform, 'cookies' | 'sendMail'>,
  module: string,
  version: string,
): Promise<CheckResult[]> => {
  const document = await requireVersion(platform, module, version)
  const browser = await checkBrowser(platform, document, { isForEveryone: true })
  return [...(await checkRelease(platform, document)), ...browser]
}
