import type { CheckResult } from '@griot/contracts/module-pointer'
import { isDeclaredSlot, isNoPage, type ModuleDocument, SHELL_LABELS, SHELL_PAGES } from '@griot/contracts/modules'
import { badgeAndActionProblems, unknownIcons } from './badges-and-actions.ts'
import type { CheckContext } from './checks.ts'
import { ok, refuse, warn } from './outcomes.ts'

const MAX_MENU_ENTRIES = 5
const MAX_FILLED_SLOTS = 5
const MAX_DECLARED_SLOTS = 10
/** A content of a slot waits for those above it. */
const MAX_DEADLINE_MS = 10_000

/**
 * C7: a module must not take pages, slots or labels of another one; it warns of removed pages, slots and commands, and of
 * unknown icons.
 */
export const checkContributions = (
  module: ModuleDocument,
  { others, shells, current }: Pick<CheckContext, 'others' | 'shells' | 'current'>,
): CheckResult[] => {
  const conflicting = [
    ...duplicates(module),
    ...reservedPages(module),
    ...catchAllPages(module),
    ...conflicts(module, others),
    ...menuProblems(module, others),
    ...badgeAndActionProblems(module),
  ]
  const refused = [...conflicting, ...missingSlots(module, shells, others), ...slotProblems(module)]
  const warned = [
    ...removedPages(module, others, current),
    ...removedSlots(module, others, current),
    ...removedCommands(module, current),
    ...unknownIcons([...ownEntries(module), ...(module.contributes.actions ?? [])]),
  ]
  const problems = [...refused.map((says) => refuse('C7', says)), ...warned.map((says) => warn('C7', says))]
  return problems.length > 0
    ? problems
    : [ok('C7', 'Its pages, menu entries, slots, commands and actions are its own.')]
}

/** `/episode/:id` and `/episode/:slug` match the same paths. */
const normalize = (path: string) => path.replace(/:[^/]+/g, ':').replace(/\/$/, '') || '/'

const pathsOf = ({ contributes }: ModuleDocument) => contributes.routes.map(({ path }) => normalize(path))
const slotsOf = ({ contributes }: ModuleDocument) => contributes.slots.map(({ slot }) => slot)
const shellSlotsOf = (module: ModuleDocument) => slotsOf(module).filter((slot) => !isDeclaredSlot(slot))
const declaredSlotsOf = ({ contributes }: ModuleDocument) => (contributes.declares ?? []).map(({ slot }) => slot)
const commandsOf = ({ contributes }: ModuleDocument) => (contributes.commands ?? []).map(({ id }) => id)

const duplicates = (module: ModuleDocument) => {
  const navIds = module.contributes.nav.map(({ id }) => id)
  const names = [...pathsOf(module), ...navIds, ...slotsOf(module), ...commandsOf(module)]
  return [
    ...repeated(names).map((name) => `${name} is contributed twice.`),
    ...repeated(declaredSlotsOf(module)).map((slot) => `The slot ${slot} is declared twice.`),
  ]
}

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

const reservedPages = ({ contributes }: ModuleDocument) =>
  contributes.routes
    .filter(({ path }) => isNoPage(path))
    .map(({ path }) => `The page ${path} cannot be reached: the gateway serves this path itself.`)

/** A page such as `/*` or `/:name` would replace pages of other modules and the shell's page for unknown paths. */
const catchAllPages = ({ contributes }: ModuleDocument) =>
  contributes.routes
    .filter(({ path }) => path.includes('*') || /^(\/:[^/]+)+\/?$/.test(path))
    .map(({ path }) => `The page ${path} would match the paths of other pages. Begin it with a name of its own.`)

/** The menu does not show entries for pages of the shell's own menu again. */
const ownEntries = ({ contributes: { nav, routes } }: ModuleDocument) => {
  const pathOf = (id: string) => routes.find((route) => route.id === id)?.path
  return nav.filter(({ route }) => !SHELL_PAGES.some((page) => page === pathOf(route)))
}
const labelsOf = (module: ModuleDocument) => ownEntries(module).map(({ label }) => label)

const isSameLabel = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const menuProblems = (own: ModuleDocument, others: readonly ModuleDocument[]) => {
  const labels = labelsOf(own)
  const taken = [
    ...SHELL_LABELS.map((label) => ({ label, by: 'the shell' })),
    ...others.flatMap((other) => labelsOf(other).map((label) => ({ label, by: other.module }))),
  ]
  const same = labels.flatMap((label) => {
    const owner = taken.find((entry) => isSameLabel(entry.label, label))
    return owner ? [`The menu has an entry “${label}” of ${owner.by} already.`] : []
  })
  const repeated = labels.filter((label, index) => labels.findIndex((first) => isSameLabel(first, label)) !== index)
  const { length } = own.contributes.nav
  return [
    ...same,
    ...repeated.map((label) => `The label “${label}” is contributed twice.`),
    ...(length > MAX_MENU_ENTRIES ? [`It has ${length} menu entries. A module can have ${MAX_MENU_ENTRIES}.`] : []),
  ]
}

const conflicts = (own: ModuleDocument, others: readonly ModuleDocument[]) =>
  others.flatMap((other) => [
    ...common(pathsOf(own), pathsOf(other)).map((path) => `The page ${path} belongs to ${other.module}.`),
    ...common(shellSlotsOf(own), slotsOf(other)).map((slot) => `The slot ${slot} is filled by ${other.module}.`),
  ])

const common = (own: readonly string[], other: readonly string[]) => own.filter((one) => other.includes(one))

const missingSlots = (module: ModuleDocument, shells: CheckContext['shells'], others: readonly ModuleDocument[]) => {
  const known = new Set([...shells.flatMap(({ provides }) => provides.slots), ...others.flatMap(declaredSlotsOf)])
  return slotsOf(module).flatMap((slot) => {
    if (!known.has(slot)) return [`There is no slot ${slot}. Slots that exist: ${[...known].join(', ') || 'none'}.`]
    const without = isDeclaredSlot(slot) ? undefined : shells.find(({ provides }) => !provides.slots.includes(slot))
    return without ? [`Shell ${without.version} has no slot ${slot}.`] : []
  })
}

/** The browser check opens the page of a declared slot, so the page must belong to the module. */
const slotProblems = (module: ModuleDocument) => {
  const { slots, declares = [] } = module.contributes
  const paths = pathsOf(module)
  const elsewhere = declares.filter(({ page }) => !paths.includes(normalize(page.replace(/\?.*/, ''))))
  const wrongDeadlines = slots.filter(({ deadlineMs }) => deadlineMs < 1 || deadlineMs > MAX_DEADLINE_MS)
  return [
    ...wrongDeadlines.map(
      ({ slot, deadlineMs }) => `The slot ${slot} has a deadlineMs of ${deadlineMs}, not 1 to ${MAX_DEADLINE_MS}.`,
    ),
    ...elsewhere.map(
      ({ slot, page }) => `The slot ${slot} is declared for ${page}, which is no page of ${module.module}.`,
    ),
    ...(slots.length > MAX_FILLED_SLOTS
      ? [`It fills ${slots.length} slots. A module can fill ${MAX_FILLED_SLOTS}.`]
      : []),
    ...(declares.length > MAX_DECLARED_SLOTS
      ? [`It declares ${declares.length} slots. A module can declare ${MAX_DECLARED_SLOTS}.`]
      : []),
  ]
}

const removedPages = (module: ModuleDocument, others: readonly ModuleDocument[], current: ModuleDocument | null) => {
  const kept = new Set(pathsOf(module))
  const removed = (current?.contributes.routes ?? []).filter(({ path }) => !kept.has(normalize(path)))
  return removed.map(({ path }) => {
    const linking = others.filter(({ contributes: { fallback } }) =>
      Object.values(fallback).some(({ link }) => link !== undefined && normalize(link) === normalize(path)),
    )
    return linking.length > 0
      ? `The page ${path} is removed, but ${linking.map((other) => other.module).join(', ')} links to it.`
      : `The page ${path} is removed.`
  })
}

const removedSlots = (module: ModuleDocument, others: readonly ModuleDocument[], current: ModuleDocument | null) => {
  const removed = (current ? declaredSlotsOf(current) : []).filter((slot) => !declaredSlotsOf(module).includes(slot))
  return removed.flatMap((slot) => {
    const filling = others.filter((other) => slotsOf(other).includes(slot))
    return filling.length > 0
      ? [`The slot ${slot} is removed. It is filled by ${filling.map((other) => other.module).join(', ')}.`]
      : []
  })
}

// Documents do not declare which commands a module calls, so the callers cannot be named.
const removedCommands = (module: ModuleDocument, current: ModuleDocument | null) =>
  (current ? commandsOf(current) : [])
    .filter((id) => !commandsOf(module).includes(id))
    .map((id) => `The command ${id} is removed.`)
