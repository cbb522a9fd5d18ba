import type { CheckResult } from '@griot/contracts/module-pointer'
import { hasSameSdk, isShellDocument, type VersionDocument } from '@griot/contracts/modules'
import { ok, refuse, warn } from './outcomes.ts'

/** By `module@version` of the other: what a compiler complained of; null when it was content. */
type Compared = ReadonlyMap<string, string | null>

/**
 * C9: a version's types and those of all that people may have in front of them. Most are the same. Where they are not, a
 * compiler has to have looked at the two; there is none here, so the team's says what it found.
 */
export const checkTypes = (
  own: VersionDocument,
  others: readonly VersionDocument[],
  compared: Compared,
): CheckResult[] => {
  const told = others.filter(({ types }) => types !== undefined)
  if (!own.types || (told.length === 0 && others.length > 0)) {
    return [warn('C9', 'There are no declarations to compare with: they were not kept when it was built.')]
  }
  const misfits = told.flatMap((other) => {
    const complaint = compared.get(nameOf(other))
    if (!complaint || hasSameSdk(own, other)) return []
    return [refuse('C9', `Its types and those of ${other.module} ${other.version} do not fit. ${complaint}`)]
  })
  const unknown = uncompared(own, others, compared).map((other) => other.replace('@', ' '))
  const problems = [
    ...misfits,
    ...unknown.map((other) =>
      refuse('C9', `Nobody has compared its types with those of ${other} yet: mfe verify ${nameOf(own)} does.`),
    ),
  ]
  const whose = isShellDocument(own) ? 'modules that stand' : 'shells that people may have open'
  return problems.length > 0 ? problems : [ok('C9', `Its types fit those of all ${whose} (${told.length}).`)]
}

/** Those of which only a compiler can say whether they fit, and none has. */
export const uncompared = (own: VersionDocument, others: readonly VersionDocument[], compared: Compared) => {
  if (!own.types) return []
  const unlike = others.filter((other) => other.types !== undefined && !hasSameSdk(own, other))
  return unlike.map(nameOf).filter((name) => !compared.has(name))
}

const nameOf = ({ module, version }: VersionDocument) => `${module}@${version}`
