import { MODULE_ICONS } from '@griot/contracts/module-icons'
import {
  type ContributedAction,
  type ContributedBadge,
  MAX_BADGE_TEXT,
  type ModuleDocument,
} from '@griot/contracts/modules'

const MAX_ACTION_LABEL = 40
const MAX_ACTIONS = 5

const isKnownIcon = (name: string) => MODULE_ICONS.some((known) => known === name)

/** Badges that the menu cannot show, and actions without a page or command of the module. */
export const badgeAndActionProblems = (module: ModuleDocument) => {
  const { nav, actions = [] } = module.contributes
  const ids = actions.map(({ id }) => id)
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  const badges = nav.flatMap(({ id, badge }) => (badge ? badgeProblems(module.module, id, badge) : []))
  return [
    ...badges,
    ...repeated.map((id) => `The action ${id} is contributed twice.`),
    ...actions.flatMap((action) => actionProblems(module, action)),
    ...(['episode', 'podcast'] as const).flatMap((place) => {
      const { length } = actions.filter(({ on }) => on === place)
      return length > MAX_ACTIONS ? [`It has ${length} actions on ${place}. A module can have ${MAX_ACTIONS}.`] : []
    }),
  ]
}

const badgeProblems = (module: string, id: string, { text, count }: ContributedBadge) => {
  const base = `/api/x/${module}/`
  if (count !== undefined && !new URL(base.slice(0, -1) + count, 'http://localhost').pathname.startsWith(base)) {
    return [`The badge of ${id} counts ${count}, which is not below ${base}.`]
  }
  if (text === undefined) return []
  if (text.trim() === '') return [`The badge of ${id} has no text.`]
  return [...text].length > MAX_BADGE_TEXT
    ? [`The badge “${text}” of ${id} has more than ${MAX_BADGE_TEXT} characters.`]
    : []
}

const actionProblems = ({ contributes }: ModuleDocument, { id, label, route, command }: ContributedAction) => {
  const page = contributes.routes.find((own) => own.id === route)
  const other = page?.path.match(/:[^/]+/g)?.find((parameter) => parameter !== ':id')
  const isCommand = contributes.commands?.some((own) => own.id === command)
  return [
    label.trim() === '' && `The action ${id} has no label.`,
    [...label].length > MAX_ACTION_LABEL && `The label of ${id} has more than ${MAX_ACTION_LABEL} characters.`,
    route !== undefined && !page && `The action ${id} opens ${route}, which is no page of this module.`,
    other && `The action ${id} opens ${page?.path}, but only the parameter :id is known.`,
    command !== undefined && !isCommand && `The action ${id} runs ${command}, which is no command of this module.`,
  ].filter((problem) => typeof problem === 'string')
}

/** Warnings of unknown icons. The shell shows a general icon instead. */
export const unknownIcons = (icons: readonly { id: string; icon?: string | undefined }[]) =>
  icons.flatMap(({ id, icon }) => (icon === undefined || isKnownIcon(icon) ? [] : [describeUnknown(id, icon)]))

const describeUnknown = (id: string, icon: string) => {
  const parts = icon.toLowerCase().split('-')
  const similar = MODULE_ICONS.filter((known) => known.split('-').some((part) => parts.includes(part)))
  const advice = similar.length > 0 ? `Similar: ${similar.join(', ')}.` : 'docs/modules-reference.md lists the names.'
  return `The icon “${icon}” of ${id} is unknown, so a general one is shown. ${advice}`
}
