import { EMBED_HEIGHTS, embedSnippet } from '@griot/contracts/embed-snippet'
import { embedPath } from '@griot/contracts/public-addresses'
import type { Queryable } from '@griot/service-kit/db/db'
import { previewPictureOf } from '../pages/pictures.ts'
import { requireEpisode, requireShow } from '../pages/require.ts'
import { type Site, showEmbed, showPage } from '../pages/site.ts'
import type { Subject } from './find-subject.ts'

const WIDTH = 600
const CACHE_SECONDS = 3600

export interface Limits {
  maxWidth: number
  maxHeight: number
}

/** The oEmbed response, of type `rich`. Throws 404 or 410 for what is not public. */
export const describe = async (from: Queryable, site: Site, { noun, id }: Subject, limits: Limits) => {
  const episode = noun === 'episode' ? await requireEpisode(from, id) : undefined
  const show = await requireShow(from, episode?.podcastId ?? id)
  const title = episode?.title ?? show.title
  const address = episode ? site.origin + embedPath(episode.id) : showEmbed(site, show.id)
  const width = Math.min(WIDTH, limits.maxWidth)
  const height = Math.min(EMBED_HEIGHTS[noun], limits.maxHeight)
  const picture = { width: 1200, height: 630 }
  const fits = picture.width <= limits.maxWidth && picture.height <= limits.maxHeight
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: show.author,
    author_url: showPage(site, show.id),
    provider_name: site.productName,
    provider_url: site.origin,
    cache_age: CACHE_SECONDS,
    html: embedSnippet({ address, title, width, height }),
    width,
    height,
    // The three members together or not at all. The limits apply to the thumbnail too.
    ...(fits && {
      thumbnail_url: previewPictureOf(site, show),
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    }),
  }
}
