import { ModuleDraft, PreviewName } from '@griot/contracts/modules'
import type { OneStream } from './events.ts'
import type { Sight } from './visitors.ts'

export type ReadDraft = (module: string, draft: string) => Promise<string | null>

const LOOK_EVERY_MS = { developing: 500, reviewing: 2500 }

/**
 * Tells the tab of somebody who tries what is not a fixed version when it has moved on: a developer's own build, which is
 * to be seen at once, or a branch, of which the tab takes the next version as it takes any. Everyone else costs nothing.
 */
export const followDrafts = (stream: OneStream, { overrides }: Sight, readDraft: ReadDraft) => {
  const drafts = Object.entries(overrides).filter(([, named]) => ModuleDraft.safeParse(named).success)
  if (drafts.length === 0) return
  const read = () => Promise.all(drafts.map(([module, draft]) => readDraft(module, draft)))
  const isDevelopers = ([, draft]: [string, string]) => !PreviewName.safeParse(draft).success
  const patience = drafts.some(isDevelopers) ? LOOK_EVERY_MS.developing : LOOK_EVERY_MS.reviewing

  let known: (string | null)[] | undefined
  let isOver = false
  const look = async () => {
    // A database that is away for a moment says nothing about a draft.
    const now = await read().catch(() => known)
    // The first time as well: it may have moved since the page was made. A tab that has it already does nothing.
    const moved = drafts.filter((_, at) => now?.[at] !== known?.[at])
    if (moved.length > 0) stream.send(moved.some(isDevelopers) ? 'draft' : 'preview', {})
    known = now
    if (!isOver) timer = setTimeout(() => void look(), patience)
  }
  let timer = setTimeout(() => void look())
  stream.onClose(() => {
    isOver = true
    clearTimeout(timer)
  })
}
