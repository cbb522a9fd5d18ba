import { audioPath, showPagePath } from '@griot/contracts/public-addresses'
import type { Catalog } from '../../catalog.ts'
import { requirePublic } from '../is-public.ts'
import { absolute, feedUrl } from '../public-origin.ts'
import { publicRoute } from '../public-route.ts'
import { element, optionalElement, xmlDocument } from '../xml.ts'
import { readItems, readShow } from './feed.queries.ts'

export const feedRoutes = ({ db, publicOrigin }: Pick<Catalog, 'db' | 'publicOrigin'>) => [
  publicRoute('/feeds/:id.xml', async (context) => {
    const id = await requirePublic(db, 'podcast', context.params.id)
    const [show, items] = await Promise.all([readShow(db, id), readItems(db, id)])
    const at = (path: string) => absolute(publicOrigin, path)
    const channel = element(
      'channel',
      {},
      element('title', {}, show.title),
      element('link', {}, at(showPagePath(id))),
      optionalElement('description', show.description),
      items.map((item) =>
        element(
          'item',
          {},
          element('title', {}, item.title),
          element('guid', { isPermaLink: false }, item.id),
          element('enclosure', { url: at(audioPath(item.id)), length: item.bytes, type: 'audio/mpeg' }),
        ),
      ),
    )
    context.set({ link: `<${feedUrl(publicOrigin, id)}>; rel="self"`, 'cache-control': 'public, max-age=300' })
    context.type = 'application/rss+xml; charset=utf-8'
    context.body = xmlDocument(element('rss', { version: '2.0' }, channel))
  }),
]
