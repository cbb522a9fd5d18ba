import type { Access } from '@griot/contracts/endpoint'

export type ServiceName = 'catalog' | 'listening-points' | 'media'

/** How a request travels: JSON is short, an upload is long going up, events are long coming down, audio we send ourselves. */
export type Travel = 'json' | 'upload' | 'events' | 'audio'

export interface RouteRow {
  /** Segments; `:x` is any one, and whatever follows the last segment belongs to the row as well. */
  prefix: string
  service: ServiceName
  /** The least that a caller must be; the service itself decides the rest. */
  access: Access
  travel: Travel
  /** Which limit a write counts towards. */
  limit: 'write' | 'tip' | 'upload'
}

const row = (
  prefix: string,
  service: ServiceName,
  access: Access,
  more: Partial<Pick<RouteRow, 'travel' | 'limit'>> = {},
): RouteRow => ({ prefix, service, access, travel: 'json', limit: 'write', ...more })

/** Who answers what. The first row that fits is taken. */
export const ROUTES: readonly RouteRow[] = [
  row('/api/media/:id/stream', 'media', 'public', { travel: 'audio' }),
  row('/api/media/:id/peaks', 'media', 'public'),
  row('/api/media/events', 'media', 'user', { travel: 'events' }),
  row('/api/media/uploads', 'media', 'user', { travel: 'upload', limit: 'upload' }),
  row('/api/media/upload', 'media', 'user', { travel: 'upload', limit: 'upload' }),
  row('/api/media', 'media', 'user'),
  row('/api/user/:id/media', 'media', 'user'),
  row('/api/episode/:id/media', 'media', 'user'),
  row('/api/admin/queue/board', 'media', 'admin'),
  row('/api/admin/queue/pause', 'media', 'admin'),
  row('/api/admin/queue/resume', 'media', 'admin'),
  row('/api/admin/queue', 'media', 'user'),

  row('/api/podcast/:id/cover', 'catalog', 'public', { travel: 'upload', limit: 'upload' }),
  row('/api/podcasts', 'catalog', 'public'),
  row('/api/podcast', 'catalog', 'public'),
  row('/api/episodes', 'catalog', 'public'),
  row('/api/episode', 'catalog', 'public'),
  row('/api/creators', 'catalog', 'public'),
  row('/api/creator/:id/portrait', 'catalog', 'public', { travel: 'upload', limit: 'upload' }),
  row('/api/creator', 'catalog', 'user'),

  row('/api/listening', 'listening-points', 'user'),
  row('/api/listening-history', 'listening-points', 'user'),
  row('/api/favorite', 'listening-points', 'user'),
  row('/api/badges', 'listening-points', 'user'),
  row('/api/leaderboard', 'listening-points', 'user'),
  row('/api/points', 'listening-points', 'public'),
  row('/api/tip', 'listening-points', 'user', { limit: 'tip' }),
  row('/api/user/:id', 'listening-points', 'user'),
]

const rowsByFirstWord = new Map<string, { row: RouteRow; segments: string[] }[]>()
for (const row of ROUTES) {
  const segments = row.prefix.split('/')
  const word = segments[2] ?? ''
  rowsByFirstWord.set(word, [...(rowsByFirstWord.get(word) ?? []), { row, segments }])
}

/** The row that a path belongs to, or undefined when nobody answers it. */
export const routeFor = (path: string): RouteRow | undefined => {
  const given = path.split('/')
  return rowsByFirstWord.get(given[2] ?? '')?.find(({ segments }) => fits(segments, given))?.row
}

const fits = (segments: string[], given: string[]) =>
  segments.every((segment, index) => segment === given[index] || (segment.startsWith(':') && given[index]))
