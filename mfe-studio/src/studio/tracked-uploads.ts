import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { linkSavedEpisode, storeEpisodeOf } from '../upload/link-saved-episode.ts'
import { type Uploads, useUploads } from '../upload/uploads.ts'

/**
 * Follows the uploads of new episodes, also while the user is on other pages. An upload of a saved episode is linked to
 * it when it arrives.
 */
const createTracker = (shell: ShellApiV1, { state }: Pick<Uploads, 'state'>) => {
  /** The id of an upload, which is also that of its media file, by the key of the upload. */
  const ids = new Map<string, string>()
  /** The key of the upload of a show's unsaved episode. */
  const keys = new Map<string, string>()
  /** Saved episodes by the key of their upload, and the id under which they are stored. */
  const episodes = new Map<string, { episodeId: string; storedId?: string }>()

  const handleChange = () => {
    const { items, uploadedIds } = state.get()
    for (const { key, uploadId } of items) if (uploadId !== null) ids.set(key, uploadId)
    for (const [key, { episodeId, storedId }] of episodes) {
      const id = ids.get(key)
      if (id !== undefined && id !== storedId) {
        episodes.set(key, { episodeId, storedId: id })
        storeEpisodeOf(shell, id, episodeId)
        // It arrived while the episode was saved.
        if (uploadedIds.includes(id)) void linkSavedEpisode(shell, id)
      }
      if (items.every((item) => item.key !== key)) episodes.delete(key)
    }
  }
  const stop = state.subscribe(handleChange)
  shell.signal.addEventListener('abort', stop)

  return {
    begin: (podcastId: string, key: string) => keys.set(podcastId, key),
    end: (podcastId: string) => keys.delete(podcastId),
    keyOf: (podcastId: string) => keys.get(podcastId),
    idOf: (key: string) => ids.get(key),
    linkWhenUploaded(key: string, episodeId: string) {
      episodes.set(key, { episodeId })
      handleChange()
    },
  }
}

const byShell = new WeakMap<ShellApiV1, ReturnType<typeof createTracker>>()

export const useTrackedUploads = () => {
  const shell = useShell()
  const uploads = useUploads()
  const tracker = byShell.get(shell) ?? createTracker(shell, uploads)
  byShell.set(shell, tracker)
  return { uploads, tracker }
}
