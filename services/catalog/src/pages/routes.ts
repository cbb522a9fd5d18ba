import { PageHead, ReadPageHead } from '@griot/service-kit/catalog/page-head'
import { notFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import { startAt } from '@griot/ui/note-parts'
import { createElement } from 'react'
import type { Catalog } from '../catalog.ts'
import { publicRoute } from '../public/public-route.ts'
import { PAGE_SCRIPT, PAGE_STYLES } from './assets.ts'
import { EpisodePage } from './episode-page.tsx'
import { headOfEpisode, headOfShow } from './head.ts'
import { MissingPage } from './missing-page.tsx'
import { EPISODES_PER_PAGE, listPublicEpisodes } from './pages.queries.ts'
import { requireEpisode, requireShow } from './require.ts'
import { createSendPage } from './send-page.ts'
import { ShowPage } from './show-page.tsx'
import { siteOf } from './site.ts'

/** The number of a page of episodes; undefined if it is not one. */
const pageOf = (given: unknown) => {
  if (given === undefined) return 1
  return typeof given === 'string' && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : undefined
}

export const pageRoutes = (catalog: Catalog) => {
  const { cache } = catalog
  const site = siteOf(catalog)
  const sendPage = createSendPage(cache)
  const missing = (status: 404 | 410) => createElement(MissingPage, { productName: site.productName, status })

  return [
    publicRoute('/listen/:podcastId', (context) => {
      const { podcastId } = context.params
      const page = pageOf(context.query.page)
      return sendPage(context, {
        key: `show ${podcastId} ${page}`,
        policy: { styles: PAGE_STYLES },
        missing,
        async load(from) {
          const show = await requireShow(from, podcastId)
          const last = Math.ceil(show.episodeCount / EPISODES_PER_PAGE)
          if (page === undefined || page > last) throw notFound('page')
          const episodes = await listPublicEpisodes(from, show.id, page)
          return createElement(ShowPage, { site, show, episodes, page })
        },
      })
    }),

    publicRoute('/listen/:podcastId/:episodeId', (context) => {
      const { podcastId, episodeId } = context.params
      const start = startAt(typeof context.query.t === 'string' ? context.query.t : null) ?? 0
      return sendPage(context, {
        key: `episode ${podcastId} ${episodeId} ${start}`,
        policy: { styles: PAGE_STYLES, script: PAGE_SCRIPT },
        missing,
        async load(from) {
          const episode = await requireEpisode(from, episodeId)
          if (episode.podcastId !== podcastId) throw notFound('episode')
          const show = await requireShow(from, podcastId)
          return createElement(EpisodePage, { site, show, episode, startAt: start })
        },
      })
    }),

    on(ReadPageHead, async (call) => {
      const { noun, id } = call.params
      return cache.item(call, `head ${noun} ${id}`, async (from) => {
        const episode = noun === 'episode' ? await requireEpisode(from, id) : undefined
        const show = await requireShow(from, episode?.podcastId ?? id)
        return PageHead.parse(episode ? headOfEpisode(site, show, episode) : headOfShow(site, show))
      })
    }),
  ]
}
