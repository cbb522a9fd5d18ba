import type { Episode } from '@griot/contracts/catalog/episodes'
import type { QueryOf } from '@griot/contracts/endpoint'
import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  DeleteSavedEpisode,
  GetLibraryCounts,
  type HistoryEntry,
  ListFavorites,
  ListHistory,
  ListSavedEpisodes,
  SaveEpisode,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { GetPoints, ListUserBadges } from '@griot/contracts/points'
import { isReadOf } from '@griot/contracts/query-key'
import type { ShellApiV1, Toast } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { isSessionEnded, loginRequired } from '@griot/shell-sdk/login-required'
import { invalidate, type Reads, refetchAfter } from '@griot/shell-sdk/mark-stale'
import { useShell } from '@griot/shell-sdk/react'
import { read, readPages } from '@griot/shell-sdk/read'
import { failureToast } from '@griot/ui/use-online'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const ME = { params: { id: 'me' } } as const
const AT_A_TIME = 20

const isHistory = isReadOf(ListHistory, ME)
const isCounts = isReadOf(GetLibraryCounts, ME)

/** Refetches history, counts and badges after each listening session, and the points of the history after each credit. */
export const refetchAfterListening = (shell: ShellApiV1) => {
  refetchAfter(shell, ['listening.ended'], [isHistory, isCounts, isReadOf(ListUserBadges, ME)])
  refetchAfter(shell, ['points.changed'], [isHistory])
}

export type HistoryState = QueryOf<typeof ListHistory>['state']

/** Keeps the previous list while the one of another state loads. */
export const useHistory = (state: HistoryState) =>
  useInfiniteQuery({
    ...readPages(ListHistory, { ...ME, query: { limit: AT_A_TIME, state } }),
    placeholderData: keepPreviousData,
  })

export const useFavorites = () => useInfiniteQuery(readPages(ListFavorites, { ...ME, query: { limit: AT_A_TIME } }))

/** The newest hundred favorite shows. */
export const useFavoriteIds = () =>
  useQuery({
    ...read(ListFavorites, { ...ME, query: { limit: 100 } }),
    select: (favorites) => favorites.map(({ podcastId }) => podcastId),
  })

export const useSavedEpisodes = () =>
  useInfiniteQuery(readPages(ListSavedEpisodes, { ...ME, query: { limit: AT_A_TIME } }))

/** Unfinished episodes, the latest first. */
export const useUnfinished = (limit: number) => useQuery(read(ListHistory, { ...ME, query: { state: 'begun', limit } }))

/** Counts of the library, or of one podcast in it. */
export const useLibraryCounts = (podcastId?: string) =>
  useQuery(read(GetLibraryCounts, { ...ME, ...(podcastId && { query: { podcastId } }) }))

interface Change {
  affected: Reads
  done: Toast
  /** Why the user has to log in: “to save favorites”. */
  purpose: string
}

/** A mutation that shows its result and then refetches the given reads. */
const useChange = <Input>({ affected, done, purpose }: Change, mutationFn: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  const { ui, session } = useShell()
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      ui.toast(done)
      await invalidate(client, affected)
    },
    onError: (error) => {
      console.error('the library did not change', error)
      if (isSessionEnded(error)) return ui.toast(loginRequired(`Please log in ${purpose}`, session.signIn))
      ui.toast(failureToast('That did not work'))
    },
  })
}

// The points response contains the number of episodes.
const HISTORY = {
  affected: [isHistory, isCounts, isReadOf(GetPoints, ME)],
  purpose: 'to change your listening history',
}

/** Removes an entry from the history. Playing the episode again adds it again. */
export const useRemoveEntry = (id: string) => {
  const done = { title: 'Removed from History', description: 'You keep the points you earned.' }
  return useChange<void>({ ...HISTORY, done }, () => call(DeleteHistoryEntry, { params: { id } }))
}

const PLAYED = { progress: 100, completed: true }
const UNPLAYED = { progress: 0, completed: false, unplayed: true } as const

/** Marks an episode as played, or as unplayed if it is completed. Credits nothing. */
export const useMarkPlayed = ({ id: episodeId, podcastId }: Pick<Episode, 'id' | 'podcastId'>, isPlayed: boolean) => {
  const { player } = useShell()
  const done = isPlayed
    ? { title: 'Marked as unplayed' }
    : { title: 'Progress Saved', description: 'Your listening progress has been recorded.' }
  return useChange<HistoryEntry | null>({ ...HISTORY, done }, async (known) => {
    const change = (id: string) => call(UpdateHistoryEntry, { params: { id }, body: isPlayed ? UNPLAYED : PLAYED })
    if (known) await change(known.id)
    else {
      const entry = await call(CreateHistoryEntry, { body: { episodeId, podcastId, ...PLAYED } })
      // The response is an existing entry if playback has created one since the page loaded.
      if (!entry.completed) await change(entry.id)
    }
    if (isPlayed && player.state.get().episode?.id === episodeId) player.seek(0)
  })
}

const FAVORITES: Reads = [isReadOf(ListFavorites, ME), isCounts]
const SAVED: Reads = [isReadOf(ListSavedEpisodes, ME)]
const REMOVED = { title: 'Removed from Favorites' }
const TO_SAVE = 'to save favorites'

interface Heart {
  /** The id of the favorite; undefined if it is none. */
  id: string | undefined
  /** True also if it did not load: then a press saves. The server saves once. Without a network it fails with a toast. */
  isKnown: boolean
  affected: Reads
  add: () => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

const useToggle = ({ id, isKnown, affected, add, remove }: Heart) => {
  const done = id === undefined ? { title: 'Added to Favorites' } : REMOVED
  const toggle = useChange<void>({ affected, done, purpose: TO_SAVE }, () => (id === undefined ? add() : remove(id)))
  return { isFavorite: id !== undefined, isKnown, toggle }
}

export const useToggleFavorite = (podcastId: string) => {
  const favorites = useQuery(read(ListFavorites, { ...ME, query: { podcastId } }))
  return useToggle({
    id: favorites.data?.find((one) => one.podcastId === podcastId)?.id,
    isKnown: !favorites.isPending,
    affected: FAVORITES,
    add: () => call(CreateFavorite, { body: { podcastId } }),
    remove: (id) => call(DeleteFavorite, { params: { id } }),
  })
}

const removeSaved = (id: string) => call(DeleteSavedEpisode, { params: { id } })

export const useToggleSaved = (episodeId: string) => {
  const saved = useQuery(read(ListSavedEpisodes, { ...ME, query: { episodeId } }))
  return useToggle({
    id: saved.data?.find((one) => one.episodeId === episodeId)?.id,
    isKnown: !saved.isPending,
    affected: SAVED,
    add: () => call(SaveEpisode, { body: { episodeId } }),
    remove: removeSaved,
  })
}

export const useRemoveSaved = (id: string) =>
  useChange<void>({ affected: SAVED, done: REMOVED, purpose: TO_SAVE }, () => removeSaved(id))
