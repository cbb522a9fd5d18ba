import { DELETE_WORDS, DeleteAccount } from '@griot/contracts/account'
import type { BodyOf } from '@griot/contracts/endpoint'
import { ListHistory } from '@griot/contracts/library'
import { ListListeningSessions } from '@griot/contracts/listening'
import {
  GetLeaderboard,
  GetPoints,
  GetPointsRules,
  ListBadges,
  ListMilestones,
  ListPointsHistory,
  ListUserBadges,
  type PointsHistoryEntry,
} from '@griot/contracts/points'
import { GetProfile, SaveProfile } from '@griot/contracts/profile'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { markStale } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const

export const usePoints = () => useQuery(read(GetPoints, ME))

export const useRules = () => useQuery(read(GetPointsRules, {}))

export const useBadges = () => useQuery(read(ListBadges, {}))

export const useMyBadges = () => useQuery(read(ListUserBadges, ME))

export const useMilestones = () => useQuery(read(ListMilestones, ME))

export type EntryType = PointsHistoryEntry['type']

/** The ledger page by page, newest first; one heading of it or all. */
export const useLedger = (limit: number, type?: EntryType) =>
  useInfiniteQuery(readPages(ListPointsHistory, { ...ME, query: { limit, type } }))

export const useSessions = (limit: number) => useQuery(read(ListListeningSessions, { ...ME, query: { limit } }))

export const useLeaderboard = (limit: number) => useQuery(read(GetLeaderboard, { query: { limit } }))

export const useProfile = () => useQuery(read(GetProfile, ME))

/** How one appears also shows on the leaderboard and beside the points. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof SaveProfile>) => call(SaveProfile, { ...ME, body }),
    onSuccess: (profile) => {
      client.setQueryData(keyFor(GetProfile, ME), profile)
      return refreshNumbers(client)
    },
  })
}

/** For good: see the dialog that asks for it. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => call(DeleteAccount, { body: { confirmation: DELETE_WORDS } }) })

/** Asks again for everything on the page that did not come: one outage takes one Retry. */
export const useRetry = () => {
  const client = useQueryClient()
  return () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

const PAID_READS = [
  isReadOf(GetPoints, ME),
  isReadOf(ListPointsHistory, ME),
  isReadOf(ListUserBadges, ME),
  isReadOf(ListMilestones, ME),
  // A level brings room for another badge.
  isReadOf(GetProfile, ME),
  isReadOf(ListHistory, ME),
  isReadOf(ListListeningSessions, ME),
  isReadOf(GetLeaderboard, {}),
]

/** Marks everything stale that moves when the ledger pays. */
const refreshNumbers = (client: QueryClient) => markStale(client, (query) => PAID_READS.some((isPaid) => isPaid(query)))

/**
 * Listening pays through the shell, tips through here: either way every number on our screens is asked for again. A
 * session that paid nothing is explained on them, too.
 */
export const followPayments = ({ events, query, signal }: ShellApiV1) => {
  const refresh = () => void refreshNumbers(query.client)
  const stops = [events.on('points.changed', refresh), events.on('listening.ended', refresh)]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}
