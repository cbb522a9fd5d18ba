// SDK 1.0, frozen: modules that were built for it must keep working (older-modules.test.ts). Types must not change.

import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import type { Badge } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Store } from '../store.ts'

export interface RemoteModuleV1 {
  contract: 1
  setup(api: ShellApiV1): RemoteInstanceV1 | Promise<RemoteInstanceV1>
}

export interface RemoteInstanceV1 {
  routes?: Readonly<Record<string, ComponentType<RouteProps>>>
  slots?: { readonly [S in SlotId]?: ComponentType<SlotProps[S]> }
  dispose?(why: DisposeReason): void
}

export type DisposeReason = 'switch' | 'logout' | 'failed'

export interface RouteProps {
  routeId: string
}

export interface SlotProps {
  'tip-dialog': { open: boolean; onClose: () => void; tip: TipTarget }
  'badge-popup': { badges: readonly Badge[]; onClose: () => void }
}

export type SlotId = keyof SlotProps

export interface ShellApiV1 {
  meta: { module: string; version: string; shell: string; rev: number }
  player: PlayerApi
  session: {
    user: Store<User | null>
    signIn(): void
  }
  query: {
    client: QueryClient
    key(...parts: readonly unknown[]): QueryKey
  }
  nav: {
    href(routeId: string, params?: Readonly<Record<string, string>>): string
    go(routeId: string, params?: Readonly<Record<string, string>>): void
  }
  ui: { toast(toast: Toast): void }
  events: Bus<ShellEvents>
  signal: AbortSignal
  telemetry: {
    ready(): void
    error(error: unknown, context?: Readonly<Record<string, unknown>>): void
  }
}

export interface PlayerApi {
  state: Store<PlayerState>
  load(media: PlayerMedia): Promise<void>
  play(): void
  pause(): void
  seek(seconds: number): void
}

export interface PlayerMedia {
  episode: PlayerEpisode
  podcast: PlayerPodcast
  startAt?: number
}

export type PlayerEpisode = Pick<Episode, 'id' | 'podcastId' | 'title' | 'audioUrl' | 'duration'>
export type PlayerPodcast = Pick<Podcast, 'id' | 'title' | 'hostId' | 'hostName' | 'coverImage'>

export interface PlayerState {
  status: 'empty' | 'loading' | 'playing' | 'paused' | 'buffering' | 'failed'
  episode: PlayerEpisode | null
  podcast: PlayerPodcast | null
  position: number
  duration: number
  volume: number
  muted: boolean
}

export interface Toast {
  title: string
  description?: string
  tone?: 'default' | 'destructive'
}

export interface TipTarget {
  podcastId: string
  podcastTitle: string
  receiverId: string
  receiverName: string
  episodeId: string | null
}

export interface ShellEvents {
  'tip.open': TipTarget
  'badges.earned': { badges: readonly Badge[] }
  'points.changed': { points: number }
}

export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void
}
