import type { DeployedVersions, Revisions } from '@griot/contracts/module-registry'
import { EXIT, Stop, usage } from '../outcome.ts'
import { changeText } from '../show.ts'

/** Something that people saw, or could have seen, one after the other. */
export interface Step {
  name: string
  /** Who brought it about, and when. */
  about: string
  /** How one person is shown it. */
  sight: { modules: Record<string, string> } | { rev: number }
  /** Why it cannot be looked at, in a sentence; null when it can. */
  misfit: string | null
  /** What a program wants to know of it. */
  facts: object
  /** The command that shows what it changed. */
  diff(before: Step): string | null
}

const UNSEEN: ReadonlySet<string> = new Set(['flag', 'canary', 'block', 'unblock'])

export type Row = readonly [good: Step, ...between: Step[], bad: Step]

type Deployed = DeployedVersions['versions'][number]
type Revision = Revisions['revisions'][number]

/** A module's versions in the order in which they came. `past` tells when those came that nobody deployed. */
export const versionsBetween = (
  module: string,
  known: readonly Deployed[],
  past: readonly Revision[],
  ends: { good: string; bad: string },
): Row => {
  const cameAt = ({ version, deployed }: Deployed) =>
    deployed?.at ?? past.findLast(({ shown }) => shown[module] === version)?.at ?? null
  const dated = known
    .flatMap((one) => {
      const at = cameAt(one)
      return at === null ? [] : [{ ...one, at }]
    })
    .sort((one, other) => one.at.localeCompare(other.at))
  const [good, bad] = [ends.good, ends.bad].map((wanted) => {
    const at = dated.findIndex(({ version }) => version === wanted)
    if (at < 0) throw new Stop(EXIT.refused, `${module} ${wanted} is not there, or no longer.`)
    return at
  }) as [number, number]
  if (good >= bad) throw usage(`${ends.good} came after ${ends.bad}: the good one is the earlier one.`)
  const steps = dated.slice(good, bad + 1).map(({ version, deployed, at, misfit }) => ({
    name: `${module} ${version}`,
    about: deployed ? `deployed by ${deployed.by}, ${at}` : `came with the product, ${at}`,
    sight: { modules: { [module]: version } },
    misfit,
    facts: { module, version, at, by: deployed?.by ?? null },
    diff: (before: Step) => `mfe diff ${before.name} ${version}`,
  }))
  return rowOf(steps)
}

interface Revised {
  row: Row
  /** What was done meanwhile that no link can undo for one person: flags and shares. It may be what broke it, too. */
  besides: readonly string[]
}

/** The changes of an environment by which everyone came to see other versions, oldest first. `past` is newest first. */
export const revisionsBetween = (past: readonly Revision[], ends: { good: number; bad: number }): Revised => {
  const asked = past.filter(({ rev }) => rev >= ends.good && rev <= ends.bad).toReversed()
  for (const wanted of [ends.good, ends.bad]) {
    if (!asked.some(({ rev }) => rev === wanted)) throw new Stop(EXIT.refused, `There is no revision ${wanted}.`)
  }
  const seen = asked.filter(({ shown }, at) => at === 0 || !isSame(shown, asked[at - 1]?.shown ?? {}))
  if (seen.length < 2) {
    throw new Stop(EXIT.refused, `Everyone sees at revision ${ends.bad} what they saw at ${ends.good}.`, [
      'What was shown to a share of the people only is looked for by the versions: mfe bisect <module>.',
    ])
  }
  const steps = seen.map(({ rev, at, change }) => ({
    name: `revision ${rev}`,
    about: change ? changeText(change, at) : at,
    sight: { rev },
    misfit: null,
    facts: { rev, at, change },
    diff: () =>
      change?.module && change.from && change.to ? `mfe diff ${change.module} ${change.from} ${change.to}` : null,
  }))
  const besides = asked
    .slice(1)
    .flatMap(({ rev, at, change }) =>
      change && UNSEEN.has(change.action) ? [`revision ${rev}   ${changeText(change, at)}`] : [],
    )
  return { row: rowOf(steps), besides }
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

const rowOf = ([good, ...rest]: Step[]): Row => {
  const bad = rest.pop()
  if (!good || !bad) throw usage('There is nothing between the two.')
  return [good, ...rest, bad]
}
