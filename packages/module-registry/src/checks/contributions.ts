import type { CheckResult } from '@griot/contracts/module-pointer'
import { isNoPage, type ModuleDocument } from '@griot/contracts/modules'
import type { Ground } from './checks.ts'
import { ok, refuse, warn } from './outcomes.ts'

/** C7: nobody takes another one's place, and nobody's links are cut off unseen. */
export const checkContributions = (
  module: ModuleDocument,
  { others, shells, standing }: Pick<Ground, 'others' | 'shells' | 'standing'>,
): CheckResult[] => {
  const taken = [
    ...doubled(module),
    ...unreachable(module),
    ...takenFrom(module, others),
    ...missingSlots(module, shells),
  ]
  const problems = [
    ...taken.map((says) => refuse('C7', says)),
    ...cutOff(module, others, standing).map((says) => warn('C7', says)),
    ...unanswered(module, standing).map((says) => warn('C7', says)),
  ]
  return problems.length > 0 ? problems : [ok('C7', 'Its routes, menu entries, slots and commands are its own.')]
}

// `/episode/:id` and `/episode/:slug` are the same place.
const placeOf = (path: string) => path.replace(/:[^/]+/g, ':').replace(/\/$/, '') || '/'

const doubled = ({ contributes: { routes, nav, slots, commands = [] } }: ModuleDocument) => {
  const names = [
    ...routes.map(({ path }) => placeOf(path)),
    ...nav.map(({ id }) => id),
    ...slots.map(({ slot }) => slot),
    ...commands.map(({ id }) => id),
  ]
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is contributed twice.`)
}

const unreachable = ({ contributes }: ModuleDocument) =>
  contributes.routes.flatMap(({ path }) =>
    isNoPage(path) ? [`Nobody can come to the page ${path}: the gateway answers there.`] : [],
  )

const takenFrom = ({ contributes: mine }: ModuleDocument, others: readonly ModuleDocument[]) =>
  others.flatMap(({ module, contributes: theirs }) => [
    ...both(
      mine.routes.map(({ path }) => placeOf(path)),
      theirs.routes.map(({ path }) => placeOf(path)),
    ).map((path) => `The page ${path} belongs to ${module}.`),
    ...both(
      mine.slots.map(({ slot }) => slot),
      theirs.slots.map(({ slot }) => slot),
    ).map((slot) => `The slot ${slot} is filled by ${module}.`),
  ])

const both = (mine: readonly string[], theirs: readonly string[]) => mine.filter((one) => theirs.includes(one))

const missingSlots = ({ contributes }: ModuleDocument, shells: Ground['shells']) =>
  contributes.slots.flatMap(({ slot }) => {
    const without = shells.find(({ provides }) => !provides.slots.includes(slot))
    return without ? [`Shell ${without.version} has no slot ${slot}.`] : []
  })

const cutOff = (
  { contributes }: ModuleDocument,
  others: readonly ModuleDocument[],
  standing: ModuleDocument | null,
) => {
  const kept = new Set(contributes.routes.map(({ path }) => placeOf(path)))
  const removed = (standing?.contributes.routes ?? []).filter(({ path }) => !kept.has(placeOf(path)))
  return removed.flatMap(({ path }) => {
    const linking = others.filter(({ contributes: { fallback } }) =>
      Object.values(fallback).some(({ link }) => link !== undefined && placeOf(link) === placeOf(path)),
    )
    return linking.length > 0
      ? [`The page ${path} goes away, and ${linking.map(({ module }) => module).join(', ')} links to it.`]
      : [`The page ${path} goes away.`]
  })
}

// Nobody says whom they ask, so nobody can be named.
const unanswered = ({ contributes }: ModuleDocument, standing: ModuleDocument | null) => {
  const kept = new Set(contributes.commands?.map(({ id }) => id))
  const removed = (standing?.contributes.commands ?? []).filter(({ id }) => !kept.has(id))
  return removed.map(({ id }) => `The command ${id} goes away.`)
}
