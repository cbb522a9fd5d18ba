import type { Endpoint } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { z } from 'zod'

/** The tags that describe a public page to programs. */
export const PageHead = z.object({
  metas: z.array(z.object({ name: z.string().optional(), property: z.string().optional(), content: z.string() })),
  links: z.array(
    z.object({ rel: z.string(), href: z.string(), type: z.string().optional(), title: z.string().optional() }),
  ),
})
export type PageHead = z.infer<typeof PageHead>

/** The gateway calls this endpoint of catalog to add the tags to the page of the app. It has no public route to it. */
export const ReadPageHead = {
  method: 'GET',
  path: '/page-head/:noun/:id',
  access: 'public',
  summary: 'Returns the tags of the public page of a podcast or an episode.',
  params: z.object({ noun: z.enum(['podcast', 'episode']), id: Id }),
  response: PageHead,
} as const satisfies Endpoint
