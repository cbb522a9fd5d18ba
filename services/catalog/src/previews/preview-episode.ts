import type { PreviewedEpisode } from '@griot/contracts/catalog/previews'
import { pathFor } from '@griot/contracts/endpoint'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction, type Queryable } from '@griot/service-kit/db/db'
import { conflict, notFound, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { findEpisode } from '../episodes/episodes.queries.ts'
import { requireRight } from '../members/access.ts'
import { hashOfToken, newToken } from '../members/tokens.ts'
import { findPreview, insertPreview, revokePreviewRow } from './previews.queries.ts'

/** The episode, if the caller may edit it. */
export const editableEpisode = async (db: Queryable, episodeId: string, user: Caller) => {
  const episode = orNotFound(await findEpisode(db, episodeId), 'episode')
  await requireRight(db, episode.podcastId, user, 'edit', 'episode')
  return episode
}

/** Creates a private link. Only the response contains it. */
export const createPreview = (db: Db, episodeId: string, user: Caller, days: number) =>
  inTransaction(db, async (tx) => {
    const episode = await editableEpisode(tx, episodeId, user)
    if (episode.status === 'published') {
      const sentence = 'This episode is published, so everyone can open it. Share its own page.'
      throw conflict('episode_preview.published', sentence)
    }
    const token = newToken()
    const preview = await insertPreview(tx, { episodeId, creator: user, days, tokenHash: hashOfToken(token) })
    await recordAudit(tx, user, {
      action: 'preview.created',
      subject: { kind: 'episode', id: episodeId, name: episode.title },
      concernsId: episode.hostId,
      details: { previewId: preview.id, days },
    })
    return { ...preview, link: `/preview/${token}` }
  })

export const revokePreview = (db: Db, episodeId: string, id: string, user: Caller) =>
  inTransaction(db, async (tx) => {
    const episode = await editableEpisode(tx, episodeId, user)
    if ((await revokePreviewRow(tx, episodeId, id)) === 0) throw notFound('episode_preview')
    await recordAudit(tx, user, {
      action: 'preview.revoked',
      subject: { kind: 'episode', id: episodeId, name: episode.title },
      concernsId: episode.hostId,
      details: { previewId: id },
    })
    return { id }
  })

/** The episode of a private link. */
export const readPreview = async (db: Db, token: string): Promise<PreviewedEpisode> => {
  const { episodeId, expiresAt, isOver } = orNotFound(await findPreview(db, hashOfToken(token)), 'episode_preview')
  if (isOver) {
    throw conflict('episode_preview.over', 'This private link has expired or was withdrawn. Please ask for a new one.')
  }
  const episode = orNotFound(await findEpisode(db, episodeId), 'episode_preview')
  // Only members of the show see what admins have hidden.
  if (episode.hiddenReason !== undefined) throw notFound('episode_preview')
  const { id, podcastId, title, description, podcastTitle, hostName, status, duration, audioFileId } = episode
  const audioUrl =
    audioFileId === null ? null : pathFor(StreamMedia, { params: { id: audioFileId }, query: { preview: token } })
  const shown = { id, podcastId, title, description, podcastTitle, hostName, status, duration }
  return { ...shown, audioFileId, audioUrl, expiresAt }
}
