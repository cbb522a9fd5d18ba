import { useShell, useStore } from '@griot/shell-sdk/react'
import type { ActionPlace, OfferedAction, ShellApiV1 } from './contract.ts'
import { createStore } from './store.ts'

/** The episode or podcast of a page. */
export interface ActionSubject {
  podcastId: string
  /** Null on the page of a podcast. */
  episodeId: string | null
}

/** A link, or a button that runs a command. */
export type Action = Pick<OfferedAction, 'id' | 'label' | 'icon'> &
  ({ href: string } | { run(): Promise<unknown>; href?: undefined })

const NONE = createStore<readonly OfferedAction[]>([])

/** The actions of all modules for this place. Empty in a shell before 1.5. */
export const useActions = (on: ActionPlace, subject: ActionSubject): readonly Action[] => {
  const { commands, contributedActions = NONE }: Partial<ShellApiV1> & Pick<ShellApiV1, 'commands'> = useShell()
  const offered = useStore(contributedActions)
  return offered
    .filter((action) => action.on === on)
    .map(({ id, label, icon, path, command = '' }) => ({
      ...{ id, label, icon },
      ...(path === undefined ? { run: () => commands.run(command, subject) } : { href: hrefOf(path, on, subject) }),
    }))
}

const hrefOf = (path: string, on: ActionPlace, { podcastId, episodeId }: ActionSubject) => {
  const id = encodeURIComponent((on === 'episode' ? episodeId : podcastId) ?? '')
  const filled = path.replace(/:id(?!\w)/, id)
  return filled === path ? `${path}?${on}=${id}` : filled
}
