import { GetEpisode } from '@griot/contracts/catalog'
import { ListHistory } from '@griot/contracts/library'
import { ListListeningSessions } from '@griot/contracts/listening'
import {
  GetLeaderboard,
  GetPoints,
  GetPointsRules,
  ListBadges,
  ListPointsHistory,
  ListUserBadges,
} from '@griot/contracts/points'
import { isReadOf } from '@griot/contracts/query-key'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { read } from '@griot/shell-sdk/read'
import { type QueryClient, useQuery } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const

export const usePoints = () => useQuery(read(GetPoints, ME))

export const useRules = () => useQuery(read(GetPointsRules, {}))

export const useBadges = () => useQuery(read(ListBadges, {}))

export const useMyBadges = () => useQuery(read(ListUserBadges, ME))

export const usePointsHistory = (limit: number) => useQuery(read(ListPointsHistory, { ...ME, query: { limit } }))

export const SESSIONS_ASKED = 100

export const useSessions = () => useQuery(read(ListListeningSessions, { ...ME, query: { limit: SESSIONS_ASKED } }))

export const useLeaderboard = (limit: number) => useQuery(read(GetLeaderboard, { query: { limit } }))

export const useEpisode = (id: string) => useQuery(read(GetEpisode, { params: { id } }))

const PAID_READS = [
  isReadOf(GetPoints, ME),
  isReadOf(ListPointsHistory, ME),
  isReadOf(ListUserBadges, ME),
  isReadOf(ListHistory, ME),
  isReadOf(ListListeningSessions, ME),
  isReadOf(GetLeaderboard, {}),
]

/** Marks everything stale that moves when the ledger pays. */
export const refreshNumbers = (client: QueryClient) =>
  client.invalidateQueries({ predicate: (query) => PAID_READS.some((isPaid) => isPaid(query)) })

/** Listening pays through the shell, tips through here: either way every number on our screens is asked for again. */
export const followPayments = ({ events, query, signal }: ShellApiV1) => {
  const stop = events.on('points.changed', () => void refreshNumbers(query.client))
  signal.addEventListener('abort', stop)
}
