import {
  type BrowserSession,
  DELETE_WORDS,
  DeleteAccount,
  EndOtherSessions,
  ListBrowserSessions,
} from '@griot/contracts/account'
import type { BodyOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
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
import { markStale, type Reads, refetchAfter } from '@griot/shell-sdk/mark-stale'
import { useShell } from '@griot/shell-sdk/react'
import { read, readPages } from '@griot/shell-sdk/read'
import { failureToast } from '@griot/ui/use-online'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const

export const usePoints = () => useQuery(read(GetPoints, ME))

export const useRules = () => useQuery(read(GetPointsRules, {}))

export const useBadges = () => useQuery(read(ListBadges, {}))

export const useMyBadges = () => useQuery(read(ListUserBadges, ME))

export const useMilestones = () => useQuery(read(ListMilestones, ME))

export type EntryType = PointsHistoryEntry['type']

/** Ledger entries page by page, newest first; all of them or those of one type. */
export const useLedger = (limit: number, type?: EntryType) =>
  useInfiniteQuery(readPages(ListPointsHistory, { ...ME, query: { limit, type } }))

export const useSessions = (limit: number) => useQuery(read(ListListeningSessions, { ...ME, query: { limit } }))

export const useLeaderboard = (limit: number) => useQuery(read(GetLeaderboard, { query: { limit } }))

export const useProfile = () => useQuery(read(GetProfile, ME))

/** Saves the profile and refetches what shows it, such as the leaderboard. The form shows the errors of its fields. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: (body: BodyOf<typeof SaveProfile>) => call(SaveProfile, { ...ME, body }),
    onSuccess: (profile) => {
      client.setQueryData(keyFor(GetProfile, ME), profile)
      return markStale(client, POINTS)
    },
    onError: (error) => {
      console.error('saving the profile failed', error)
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return
      ui.toast(failureToast('Profile not saved', 'There was a problem saving your profile.'))
    },
  })
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => call(DeleteAccount, { body: { confirmation: DELETE_WORDS } }) })

export const useBrowserSessions = () => useQuery(read(ListBrowserSessions, {}))

export const useEndOtherSessions = () => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: () => call(EndOtherSessions, {}),
    onSuccess: () => {
      client.setQueryData(keyFor(ListBrowserSessions, {}), (sessions?: BrowserSession[]) =>
        sessions?.filter(({ isCurrent }) => isCurrent),
      )
      ui.toast({ title: 'Other Browsers Signed Out' })
    },
    onError: (error) => {
      console.error('ending the other sessions failed', error)
      const description = 'There was a problem signing out the other browsers.'
      ui.toast(failureToast('Not signed out', description))
    },
  })
}

/** Reads that depend on the ledger. */
const POINTS: Reads = [
  isReadOf(GetPoints, ME),
  isReadOf(ListPointsHistory, ME),
  isReadOf(ListUserBadges, ME),
  isReadOf(ListMilestones, ME),
  // A new level may add a badge slot.
  isReadOf(GetProfile, ME),
  isReadOf(ListHistory, ME),
  isReadOf(ListListeningSessions, ME),
  isReadOf(GetLeaderboard, {}),
]

/** Refetches points after a tip and after each session; a session without points is explained on these screens too. */
export const refetchAfterCredits = (shell: ShellApiV1) =>
  refetchAfter(shell, ['points.changed', 'listening.ended'], POINTS)
