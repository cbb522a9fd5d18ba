import type { Pointer } from '@griot/contracts/module-pointer'
import { rangeMatcher } from '@griot/module-registry/blocked-versions'
import { AppError } from '@griot/service-kit/http/errors'
import type { Registry } from './registry.ts'

/** One instance for all requests: a blocked tab that retries must cost little, and a stack trace is expensive. */
const TOO_OLD = new AppError(426, 'client.too_old', 'This page is too old for the server. Please load it again.')

/** Longer than any `module@version`. */
const MAX_CHARACTERS = 80

/**
 * Rejects requests of blocked versions by their `x-mfe` header, `module@version`. A request without the header passes: the
 * block protects users from a broken version and is not a security control.
 */
export const createRejectBlocked = (registry: Pick<Registry, 'current' | 'onChange'>) => {
  let blocked = matchersOf(registry.current()?.pointer)
  registry.onChange(({ pointer }) => {
    blocked = matchersOf(pointer)
  })
  return (client: string | string[] | undefined) => {
    if (blocked.size === 0 || typeof client !== 'string' || client.length > MAX_CHARACTERS) return
    const at = client.indexOf('@')
    const version = client.slice(at + 1)
    if (blocked.get(client.slice(0, at))?.some((matches) => matches(version))) throw TOO_OLD
  }
}

/** By module, for modules with blocked versions. */
export const blockedRanges = (pointer: Pointer | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(pointer?.modules ?? {}).flatMap(([name, { blocked = [] }]) =>
      blocked.length > 0 ? [[name, blocked.map(({ range }) => range)]] : [],
    ),
  )

const matchersOf = (pointer: Pointer | undefined) =>
  new Map(
    Object.entries(blockedRanges(pointer)).map(([name, ranges]) => [
      name,
      ranges.map(rangeMatcher).filter((matches) => matches !== null),
    ]),
  )
