import { chaptersInside } from '@griot/contracts/catalog/chapter-rules'
import { get } from '@griot/contracts/endpoint'
import { notFound } from '@griot/service-kit/http/errors'
import { send } from '@griot/service-kit/http/responses'
import type { Catalog } from '../../catalog.ts'
import { type ChapterRow, readChapters } from '../../chapters/chapters.queries.ts'
import { requirePublic } from '../is-public.ts'
import { publicRoute } from '../public-route.ts'

const ChaptersFile = get('/chapters/:id.json', 'public', {
  summary: 'The chapters of a public episode.',
  responseType: 'application/json+chapters',
})

/** The form that players of other makers read. */
const asFile = ({ chapters, duration }: ChapterRow) => {
  const shown = chaptersInside(chapters ?? [], duration)
  if (shown.length === 0) throw notFound('chapters')
  return { version: '1.2.0', chapters: shown.map(({ start, ...chapter }) => ({ startTime: start, ...chapter })) }
}

export const chaptersFileRoutes = ({ cache }: Pick<Catalog, 'cache'>) => [
  publicRoute(ChaptersFile.path, async (context) => {
    const { id: given } = context.params
    const call = { header: (name: string) => context.get(name) || undefined }
    const file = await cache.item(call, `chapters file ${given}`, async (from) => {
      const id = await requirePublic(from, 'episode', given)
      return asFile(await readChapters(from, id))
    })
    context.set('cache-control', 'public, max-age=300')
    send(ChaptersFile, context, file)
  }),
]
