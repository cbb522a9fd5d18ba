import { CreatePreview, GetPreviewedEpisode, ListPreviews, RevokePreview } from '@griot/contracts/catalog/previews'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { createPreview, editableEpisode, readPreview, revokePreview } from './preview-episode.ts'
import { listPreviews } from './previews.queries.ts'

export const previewRoutes = ({ db }: Catalog) => [
  on(CreatePreview, async ({ user, params, body, log }) => {
    const preview = await createPreview(db, params.id, user, body.days)
    log.info({ episodeId: params.id, previewId: preview.id, userId: user.id }, 'private link created')
    return preview
  }),

  on(ListPreviews, async ({ user, params, query, nextPage }) => {
    await editableEpisode(db, params.id, user)
    const { items, next } = await listPreviews(db, params.id, query)
    nextPage(next)
    return items
  }),

  on(RevokePreview, async ({ user, params, log }) => {
    const revoked = await revokePreview(db, params.id, params.previewId, user)
    log.info({ episodeId: params.id, previewId: revoked.id, userId: user.id }, 'private link revoked')
    return revoked
  }),

  on(GetPreviewedEpisode, ({ params, setHeader }) => {
    setHeader('cache-control', 'no-store')
    setHeader('referrer-policy', 'no-referrer')
    setHeader('x-robots-tag', 'noindex')
    return readPreview(db, params.token)
  }),
]
