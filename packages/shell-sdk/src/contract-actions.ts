import type { ContributedAction } from '@griot/contracts/modules'

export type ActionPlace = ContributedAction['on']

/** A button that a module adds to the page of each episode or podcast. */
export interface OfferedAction {
  id: string
  on: ActionPlace
  label: string
  /** A name of `MODULE_ICONS`, for `ModuleIcon` of `@griot/ui`. */
  icon?: string | undefined
  /** Path of the page that it opens, or else the command that it runs. */
  path?: string | undefined
  command?: string | undefined
}
