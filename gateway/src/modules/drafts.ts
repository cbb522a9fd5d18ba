import { ModuleDraft } from '@griot/contracts/modules'
import type { OneStream } from './events.ts'
import type { Sight } from './visitors.ts'

export type ReadDraft = (module: string, draft: string) => Promise<string | null>

const LOOK_EVERY_MS = 500

/** Tells the tab of somebody who tries a developer's own build when that build has moved on. Everyone else costs nothing. */
export const followDrafts = (stream: OneStream, { overrides }: Sight, readDraft: ReadDraft) => {
  const drafts = Object.entries(overrides).filter(([, named]) => ModuleDraft.safeParse(named).success)
  if (drafts.length === 0) return
  const read = async () => JSON.stringify(await Promise.all(drafts.map(([module, draft]) => readDraft(module, draft))))

  let known: string | undefined
  let isOver = false
  const look = async () => {
    // A database that is away for a moment says nothing about a draft.
    const now = await read().catch(() => known)
    // The first time as well: it may have moved since the page was made. A tab that has it already does nothing.
    if (now !== known) stream.send('draft', {})
    known = now
    if (!isOver) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }
  let timer = setTimeout(() => void look())
  stream.onClose(() => {
    isOver = true
    clearTimeout(timer)
  })
}
