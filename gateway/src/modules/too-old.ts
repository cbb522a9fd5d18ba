import type { Pointer } from '@griot/contracts/module-pointer'
import { meantBy } from '@griot/module-registry/blocked'
import { AppError } from '@griot/service-kit/errors'
import type { Registry } from './registry.ts'

/** One for all: whoever goes on asking must cost as little as can be. */
const TOO_OLD = new AppError(
  426,
  'client.too_old',
  'This page is older than what is answered here. Please load it again.',
)

/** Longer than any module with its version. */
const MOST_CHARACTERS = 80

/**
 * Refuses what is asked by a version that was blocked. Who says nothing of it, or nothing that names a module, is answered
 * as ever: this is there for pages that would do harm, and keeps nobody out.
 */
export const createRefuseTooOld = (registry: Pick<Registry, 'current' | 'onChange'>) => {
  let blocked = blockedIn(registry.current()?.pointer)
  registry.onChange(({ pointer }) => {
    blocked = blockedIn(pointer)
  })
  /** Takes what `x-mfe` says: `module@version`. */
  return (asker: string | string[] | undefined) => {
    if (blocked.size === 0 || typeof asker !== 'string' || asker.length > MOST_CHARACTERS) return
    const at = asker.indexOf('@')
    const version = asker.slice(at + 1)
    if (blocked.get(asker.slice(0, at))?.some((isMeant) => isMeant(version))) throw TOO_OLD
  }
}

/** By module; mostly there is none. */
export const rangesBlocked = (pointer: Pointer | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(pointer?.modules ?? {}).flatMap(([name, { blocked = [] }]) =>
      blocked.length > 0 ? [[name, blocked.map(({ range }) => range)]] : [],
    ),
  )

const blockedIn = (pointer: Pointer | undefined) =>
  new Map(
    Object.entries(rangesBlocked(pointer)).map(([name, ranges]) => [
      name,
      ranges.map(meantBy).filter((isMeant) => isMeant !== null),
    ]),
  )
