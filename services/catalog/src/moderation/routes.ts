import {
  FeaturePodcast,
  HideEpisode,
  HidePodcast,
  ListShows,
  RestoreEpisode,
  RestorePodcast,
  UnfeaturePodcast,
} from '@griot/contracts/catalog/moderation'
import { inTransaction } from '@griot/service-kit/db/db'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { changeEpisodeHidden, changePodcastFeatured, changePodcastHidden } from './moderate.ts'
import { listShows } from './shows.queries.ts'

type Change = typeof changePodcastHidden
type Call = { user: Parameters<Change>[1]['admin']; params: { id: string }; body: { reason: string } }

export const moderationRoutes = ({ db }: Pick<Catalog, 'db'>) => {
  const moderate = (change: Change, value: boolean) => (call: Call) =>
    inTransaction(db, (tx) => change(tx, { admin: call.user, id: call.params.id, reason: call.body.reason }, value))

  return [
    on(ListShows, async ({ query, nextPage }) => {
      const { items, next } = await listShows(db, query)
      nextPage(next)
      return items
    }),
    on(HidePodcast, moderate(changePodcastHidden, true)),
    on(RestorePodcast, moderate(changePodcastHidden, false)),
    on(FeaturePodcast, moderate(changePodcastFeatured, true)),
    on(UnfeaturePodcast, moderate(changePodcastFeatured, false)),
    on(HideEpisode, moderate(changeEpisodeHidden, true)),
    on(RestoreEpisode, moderate(changeEpisodeHidden, false)),
  ]
}
