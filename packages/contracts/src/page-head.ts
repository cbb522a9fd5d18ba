import { z } from 'zod'
import { get } from './endpoint.ts'
import { Id } from './values.ts'

/** The tags that describe a public page to programs. */
export const PageHead = z.object({
  metas: z.array(z.object({ name: z.string().optional(), property: z.string().optional(), content: z.string() })),
  links: z.array(
    z.object({ rel: z.string(), href: z.string(), type: z.string().optional(), title: z.string().optional() }),
  ),
})
export type PageHead = z.infer<typeof PageHead>

/** A call of the gateway, which adds the tags to the page of the app. */
export const ReadPageHead = get('/page-head/:noun/:id', 'public', {
  summary: 'Returns the tags of the public page of a podcast or an episode.',
  params: z.object({ noun: z.enum(['podcast', 'episode']), id: Id }),
  response: PageHead,
})
