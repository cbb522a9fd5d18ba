import { isDeepStrictEqual } from 'node:util'
import type { DeployedVersions, Revisions } from '@griot/contracts/module-registry'
import type { Override } from '../client.ts'
import { refused, usage } from '../output.ts'
import { changeText } from '../show.ts'

/** A version or revision that a bisection can test. */
export interface Step {
  name: string
  /** Author and time. */
  about: string
  override: Override
  /** Why it cannot be tested; null if it can. */
  misfit: string | null
  /** For `--json`. */
  facts: object
  /** The command that shows the difference from an earlier step. */
  diff(before: Step): string | null
}

/** Actions that a link cannot undo for one browser. */
const UNTESTABLE: ReadonlySet<string> = new Set(['flag', 'canary', 'block', 'unblock'])

export type Row = readonly [good: Step, ...between: Step[], bad: Step]

type Deployed = DeployedVersions['versions'][number]
type Revision = Revisions['revisions'][number]

/**
 * The versions of a module in the order of their deployment. A version that came with the product has no deployment time;
 * its first revision replaces it. `revisions` is newest first.
 */
export const versionsBetween = (
  module: string,
  versions: readonly Deployed[],
  revisions: readonly Revision[],
  ends: { good: string; bad: string },
): Row => {
  const dated = versions
    .flatMap((one) => {
      const at = one.deployed?.at ?? revisions.findLast(({ shown }) => shown[module] === one.version)?.at
      return at === undefined ? [] : [{ ...one, at }]
    })
    .sort((one, other) => one.at.localeCompare(other.at))
  const indexOf = (wanted: string) => {
    const index = dated.findIndex(({ version }) => version === wanted)
    if (index < 0) throw refused(`${module} ${wanted} does not exist.`)
    return index
  }
  const [good, bad] = [indexOf(ends.good), indexOf(ends.bad)]
  if (good >= bad) throw usage(`The good version ${ends.good} must be older than the bad one ${ends.bad}.`)
  const steps = dated.slice(good, bad + 1).map(({ version, deployed, at, misfit }) => ({
    name: `${module} ${version}`,
    about: deployed ? `deployed by ${deployed.by}, ${at}` : `came with the product, ${at}`,
    override: { modules: { [module]: version } },
    misfit,
    facts: { module, version, at, by: deployed?.by ?? null },
    diff: (before: Step) => `mfe diff ${before.name} ${version}`,
  }))
  return toRow(steps)
}

/**
 * The revisions that changed the versions of all users, oldest first, and the other changes in between, which may be the
 * cause too. `revisions` is newest first.
 */
export const revisionsBetween = (revisions: readonly Revision[], ends: { good: number; bad: number }) => {
  const between = revisions.filter(({ rev }) => rev >= ends.good && rev <= ends.bad).toReversed()
  for (const wanted of [ends.good, ends.bad]) {
    if (!between.some(({ rev }) => rev === wanted)) throw refused(`There is no revision ${wanted}.`)
  }
  const visible = between.filter(({ shown }, at) => !isDeepStrictEqual(shown, between[at - 1]?.shown))
  if (visible.length < 2) {
    throw refused(`The revisions ${ends.good} and ${ends.bad} have the same versions for all users.`, [
      'To search the versions of a canary: mfe bisect <module>.',
    ])
  }
  const steps = visible.map(({ rev, at, change }) => ({
    name: `revision ${rev}`,
    about: change ? changeText(change, at) : at,
    override: { rev },
    misfit: null,
    facts: { rev, at, change },
    diff: () =>
      change?.module && change.from && change.to ? `mfe diff ${change.module} ${change.from} ${change.to}` : null,
  }))
  const untested = between
    .slice(1)
    .flatMap(({ rev, at, change }) =>
      change && UNTESTABLE.has(change.action) ? [`revision ${rev}   ${changeText(change, at)}`] : [],
    )
  return { row: toRow(steps), untested }
}

const toRow = ([good, ...rest]: Step[]): Row => {
  const bad = rest.pop()
  if (!good || !bad) throw usage('There is nothing between the two.')
  return [good, ...rest, bad]
}
