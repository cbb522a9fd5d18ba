import type { CheckResult } from '@griot/contracts/module-pointer'
import { hasSameSdk, isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { nameOf } from '../versions.ts'
import { ok, refuse, warn } from './outcomes.ts'

/** By `module@version` of the other version: the compiler's complaint, or null if the types fit. */
export type Compared = ReadonlyMap<string, string | null>

/**
 * C9: the types of a version fit those of all versions that pages can get. Equal declarations of the SDK need no
 * compiler. Others must have been compared by `mfe deploy` or `mfe verify`, because the gateway has no compiler.
 */
export const checkTypes = (
  own: VersionDocument,
  others: readonly VersionDocument[],
  compared: Compared,
): CheckResult[] => {
  const typed = others.filter(({ types }) => types !== undefined)
  if (!own.types || (typed.length === 0 && others.length > 0)) {
    return [warn('C9', 'There are no declarations to compare: the build did not keep them.')]
  }
  const problems = [
    ...typed.flatMap((other) => {
      const complaint = compared.get(nameOf(other))
      if (!complaint || hasSameSdk(own, other)) return []
      return [`Its types do not fit those of ${other.module} ${other.version}. ${complaint}`]
    }),
    ...uncompared(own, others, compared).map(
      (other) =>
        `Its types were not compared with those of ${other.replace('@', ' ')} yet. Run mfe verify ${nameOf(own)}.`,
    ),
  ]
  if (problems.length > 0) return problems.map((says) => refuse('C9', says))
  const whose = isShellDocument(own) ? 'current modules' : 'shells that a page can get'
  return [ok('C9', `Its types fit those of all ${whose} (${typed.length}).`)]
}

/** The versions with other declarations of the SDK that no compiler has compared yet. */
export const uncompared = (own: VersionDocument, others: readonly VersionDocument[], compared: Compared) => {
  if (!own.types) return []
  const different = others.filter((other) => other.types !== undefined && !hasSameSdk(own, other))
  return different.map(nameOf).filter((name) => !compared.has(name))
}
