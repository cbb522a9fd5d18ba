import type { Access } from '@griot/contracts/endpoint'
import type { ServiceName } from '@griot/contracts/services'

/** `json` is short, an `upload` has a long request, `events` a long response, and `audio` is sent by the gateway itself. */
export type RelayKind = 'json' | 'upload' | 'events' | 'audio'

/** Of a statement of the audio that the user was sent. */
export interface Precision {
  /** It may lack the bytes that other instances have sent in this time. */
  maxAgeMs: number
  /** Otherwise rounded down, so that it rarely changes. */
  isExact: boolean
}

export interface RouteRow {
  /** Path segments; `:x` matches any segment. Longer paths match as well. */
  prefix: string
  service: ServiceName
  /** The minimum that the gateway requires. The service itself decides the rest. */
  access: Access
  kind: RelayKind
  /** The rate limit that a write counts towards. */
  limit: 'write' | 'rare' | 'upload'
  /** The service gets a signed statement of the audio that the user was sent. */
  audioSent?: Precision
  /** The service gets a hash of the client's address. */
  addressHash?: boolean
}

// A heartbeat may lack the newest audio, because the next one proves it. An end is final: other instances store the bytes
// that they have sent within this time.
const AT_HEARTBEAT: Precision = { maxAgeMs: 30_000, isExact: false }
const AT_END: Precision = { maxAgeMs: 5_000, isExact: true }

const row = (
  prefix: string,
  service: ServiceName,
  access: Access,
  more: Partial<Pick<RouteRow, 'kind' | 'limit' | 'audioSent' | 'addressHash'>> = {},
): RouteRow => ({ prefix, service, access, kind: 'json', limit: 'write', ...more })

/** The service behind each path. The first matching row is used. */
export const ROUTES: readonly RouteRow[] = [
  row('/api/media/:id/stream', 'media', 'public', { kind: 'audio' }),
  row('/api/media/:id/peaks', 'media', 'public'),
  row('/api/media/events', 'media', 'user', { kind: 'events' }),
  row('/api/media/uploads', 'media', 'user', { kind: 'upload', limit: 'upload' }),
  row('/api/media/upload', 'media', 'user', { kind: 'upload', limit: 'upload' }),
  row('/api/media', 'media', 'user'),
  row('/api/user/:id/media', 'media', 'user'),
  row('/api/episode/:id/media', 'media', 'user'),
  row('/api/admin/queue/board', 'media', 'admin'),
  row('/api/admin/queue/pause', 'media', 'admin'),
  row('/api/admin/queue/resume', 'media', 'admin'),
  row('/api/admin/queue/deeds', 'media', 'admin'),
  row('/api/admin/queue/events', 'media', 'user', { kind: 'events' }),
  row('/api/admin/queue', 'media', 'user'),
  row('/api/admin/media', 'media', 'admin'),
  row('/api/admin/shows', 'catalog', 'admin'),
  row('/api/admin/podcast', 'catalog', 'admin'),
  row('/api/admin/episode', 'catalog', 'admin'),
  row('/api/admin/reports', 'catalog', 'admin'),
  row('/api/admin/report', 'catalog', 'admin'),
  row('/api/admin/points', 'listening-points', 'admin'),

  row('/api/podcast/:id/cover', 'catalog', 'public', { kind: 'upload', limit: 'upload' }),
  row('/api/podcasts', 'catalog', 'public'),
  row('/api/account-deletion', 'catalog', 'user'),
  // The new host may take long to respond.
  row('/api/podcast/:id/move', 'catalog', 'user', { kind: 'upload', limit: 'rare' }),
  row('/api/podcast', 'catalog', 'public'),
  row('/api/invitation', 'catalog', 'user'),
  row('/api/episode-preview', 'catalog', 'user'),
  row('/api/private-feeds', 'catalog', 'user'),
  row('/api/private-feed', 'catalog', 'user'),
  row('/api/episodes', 'catalog', 'public'),
  row('/api/episode', 'catalog', 'public'),
  row('/api/creators', 'catalog', 'public'),
  row('/api/search', 'catalog', 'public'),
  row('/api/categories', 'catalog', 'public'),
  row('/api/studio', 'catalog', 'user'),
  row('/api/creator/:id/portrait', 'catalog', 'public', { kind: 'upload', limit: 'upload' }),
  row('/api/creator', 'catalog', 'user'),
  row('/api/reports', 'catalog', 'user', { limit: 'rare' }),
  row('/api/notices', 'catalog', 'user'),

  row('/api/listening/start', 'listening-points', 'user', { addressHash: true }),
  row('/api/listening/heartbeat', 'listening-points', 'user', { audioSent: AT_HEARTBEAT }),
  row('/api/listening/end', 'listening-points', 'user', { audioSent: AT_END }),
  row('/api/listening', 'listening-points', 'user'),
  row('/api/listening-history', 'listening-points', 'user'),
  row('/api/favorite', 'listening-points', 'user'),
  row('/api/saved-episode', 'listening-points', 'user'),
  row('/api/player', 'listening-points', 'user'),
  row('/api/badges', 'listening-points', 'user'),
  row('/api/leaderboard', 'listening-points', 'user'),
  row('/api/points', 'listening-points', 'public'),
  row('/api/tip', 'listening-points', 'user', { limit: 'rare' }),
  row('/api/user/:id', 'listening-points', 'user'),
]

const rows = ROUTES.map((row) => ({ row, segments: row.prefix.split('/') }))

/** The row of a path; undefined if there is none. */
export const routeFor = (path: string): RouteRow | undefined => {
  const given = path.split('/')
  return rows.find(({ segments }) => startsWith(given, segments))?.row
}

/** Whether a path begins with these segments; `:x` matches any segment that is not empty. */
export const startsWith = (path: string[], segments: string[]) =>
  segments.every((segment, index) => segment === path[index] || (segment.startsWith(':') && path[index]))
