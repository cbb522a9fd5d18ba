import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { GetPreviewedEpisode } from '@griot/contracts/catalog/previews'
import { callService } from '@griot/service-kit/http/call-service'
import { AppError } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { StoredFile } from '../files/media-file.ts'

/** A caller, as catalog needs it. */
export interface Listener {
  user: Caller | null
  token: string
  requestId: string
  /** The token of a private link. */
  preview?: string | undefined
}

const MOST_IDS = 100

/** Whether the caller may hear an unpublished episode that plays this file: members of the show, and users with its private link. */
export type MayHearDraft = (file: Pick<StoredFile, 'id' | 'episodeIds'>, listener: Listener) => Promise<boolean>

/** Catalog decides: it knows the members of a show and its private links. */
export const mayHearDraftIn =
  (catalogUrl: string): MayHearDraft =>
  async ({ id, episodeIds }, { user, token, requestId, preview }) => {
    if (user === null || episodeIds.length === 0) return false
    const catalog = { url: catalogUrl, token, requestId }
    if (preview !== undefined) {
      const input = { params: { token: preview } }
      const episode = await callService(catalog, GetPreviewedEpisode, input).catch(undefinedIfRefused)
      return episode?.audioFileId === id && episodeIds.includes(episode.id)
    }
    const ids = episodeIds.slice(0, MOST_IDS).join(',')
    const own = await callService(catalog, ListEpisodes, { query: { hostId: 'me', ids } })
    return own !== undefined && own.length > 0
  }

const undefinedIfRefused = (error: unknown) => {
  if (error instanceof AppError && error.status < 500) return undefined
  throw error
}
