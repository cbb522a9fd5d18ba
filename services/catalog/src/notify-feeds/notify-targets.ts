import { z } from 'zod'
import type { NotifiedServices } from '../public/feed/feed-place.ts'

export const NotifyEnvironment = z.object({
  /** WebSub hubs, comma separated. */
  WEBSUB_HUBS: z
    .string()
    .transform((list) => list.split(',').map((hub) => hub.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'is not a list of http:// or https:// addresses' })))
    .optional(),
  /** `on`: notify Podcast Index of changes. */
  PODCAST_INDEX: z.enum(['on', 'off']).default('off'),
  /** The token of podping.cloud. */
  PODPING_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'has characters that no header may contain')
    .optional(),
})

const NOTIFY_ADDRESSES = {
  podcastIndex: 'https://api.podcastindex.org/api/1.0/hub/pubnotify',
  podping: 'https://podping.cloud/',
}

export interface Target {
  name: string
  request(feed: string): Request
}

const withQuery = (address: string, query: Record<string, string>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

type Settings = z.output<typeof NotifyEnvironment>

/** The services that feeds name. */
export const notifiedServices = ({ WEBSUB_HUBS: hubs = [], PODPING_TOKEN: token }: Settings): NotifiedServices => ({
  hubs,
  usesPodping: token !== undefined,
})

/** The services that are notified of changed feeds. Empty unless the operator has configured one. */
export const notifyTargets = (
  { WEBSUB_HUBS: hubs = [], PODCAST_INDEX: index, PODPING_TOKEN: token }: Settings,
  addresses = NOTIFY_ADDRESSES,
): Target[] => [
  ...hubs.map((hub) => ({
    name: `hub ${hub}`,
    request: (feed: string) =>
      new Request(hub, {
        method: 'POST',
        // The first is of the standard, and some hubs read the second.
        body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.topic': feed, 'hub.url': feed }),
      }),
  })),
  ...(index === 'on'
    ? [{ name: 'Podcast Index', request: (url: string) => new Request(withQuery(addresses.podcastIndex, { url })) }]
    : []),
  ...(token === undefined
    ? []
    : [
        {
          name: 'Podping',
          request: (url: string) =>
            new Request(withQuery(addresses.podping, { url, reason: 'update', medium: 'podcast' }), {
              headers: { authorization: token },
            }),
        },
      ]),
]
