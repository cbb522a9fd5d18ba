import type { Context } from '@griot/service-kit/http/context'
import { notFound } from '@griot/service-kit/http/errors'
import { startAt } from '@griot/ui/note-parts'
import { createElement } from 'react'
import type { Catalog } from '../catalog.ts'
import { EMBED_SCRIPT, EMBED_STYLES } from '../pages/assets.ts'
import { listPlayedEpisodes } from '../pages/pages.queries.ts'
import { requireEpisode, requireShow } from '../pages/require.ts'
import { createSendPage } from '../pages/send-page.ts'
import { siteOf } from '../pages/site.ts'
import { publicRoute } from '../public/public-route.ts'
import { EmbedPage, MissingEmbed, type Theme } from './embed-page.tsx'

const POLICY = { styles: EMBED_STYLES, script: EMBED_SCRIPT, isFramed: true }

const themeOf = ({ theme }: Context['query']): Theme => (theme === 'light' || theme === 'dark' ? theme : undefined)

export const embedRoutes = (catalog: Catalog) => {
  const { cache } = catalog
  const site = siteOf(catalog)
  const sendPage = createSendPage(cache)
  const missing = () => createElement(MissingEmbed, { productName: site.productName })

  return [
    publicRoute('/embed/:episodeId', (context) => {
      const { episodeId } = context.params
      const theme = themeOf(context.query)
      const start = startAt(typeof context.query.t === 'string' ? context.query.t : null) ?? 0
      return sendPage(context, {
        key: `embed ${episodeId} ${theme} ${start}`,
        policy: POLICY,
        missing,
        async load(from) {
          const episode = await requireEpisode(from, episodeId)
          const show = await requireShow(from, episode.podcastId)
          return createElement(EmbedPage, { site, show, episode, theme, startAt: start })
        },
      })
    }),

    publicRoute('/embed/podcast/:podcastId', (context) => {
      const { podcastId } = context.params
      const theme = themeOf(context.query)
      return sendPage(context, {
        key: `embed of show ${podcastId} ${theme}`,
        policy: POLICY,
        missing,
        async load(from) {
          const show = await requireShow(from, podcastId)
          const episodes = await listPlayedEpisodes(from, show.id)
          const [episode] = episodes
          if (episode === undefined) throw notFound('podcast')
          return createElement(EmbedPage, { site, show, episode, episodes, theme, startAt: 0 })
        },
      })
    }),
  ]
}
