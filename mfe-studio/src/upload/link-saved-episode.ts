import { ApiError } from '@griot/contracts/errors'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { failureToast } from '@griot/ui/use-online'
import { linkMedia, refreshLinked } from '../episodes/api.ts'
import { readDraft } from '../read-draft.ts'

const STORED = 'episodes of uploads'
// The entries of discarded and expired uploads are the oldest.
const MOST_STORED = 20

type Shell = Pick<ShellApiV1, 'storage' | 'query' | 'ui'>

/** Stores that the file of an upload belongs to a saved episode, so that a reload does not separate them. */
export const storeEpisodeOf = ({ storage }: Shell, uploadId: string, episodeId: string) => {
  const others = Object.entries(readDraft(storage, STORED)).filter(([id]) => id !== uploadId)
  storage.set(STORED, Object.fromEntries([...others, [uploadId, episodeId]].slice(-MOST_STORED)))
}

/** Links an uploaded file to the episode that is stored for it; no effect without one. */
export const linkSavedEpisode = async ({ storage, query, ui }: Shell, uploadId: string) => {
  const { [uploadId]: episodeId, ...others } = readDraft(storage, STORED)
  if (typeof episodeId !== 'string') return
  storage.set(STORED, others)
  try {
    await linkMedia(episodeId, { id: uploadId, status: 'processing' })
    await refreshLinked(query.client, episodeId, uploadId)
  } catch (error) {
    const reason = (error instanceof ApiError && error.sentence) || 'The recording is in your media library.'
    ui.toast(failureToast('Link failed', `${reason} Please link it to the episode there.`))
  }
}
