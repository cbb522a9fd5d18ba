import type { Episode } from '@griot/contracts/catalog/episodes'
import {
  CreateHistoryEntry,
  DeleteHistoryEntry,
  GetLibraryCounts,
  type HistoryEntry,
  ListHistory,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { GetPoints, ListUserBadges } from '@griot/contracts/points'
import { isReadOf } from '@griot/contracts/query-key'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { markStale } from '@griot/shell-sdk/mark-stale'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOfOne, together } from '../together.ts'

const ME = { id: 'me' } as const
const ENTRIES_AT_A_TIME = 20

const isHistory = isReadOf(ListHistory, { params: ME })
const isCounts = isReadOf(GetLibraryCounts, { params: ME })

export const useHistory = () =>
  useInfiniteQuery(readPages(ListHistory, { params: ME, query: { limit: ENTRIES_AT_A_TIME } }))

/** What was begun and not finished, the latest first. */
export const useBegun = (limit: number) => useQuery(read(ListHistory, { params: ME, query: { state: 'begun', limit } }))

/** How much is in the library, or of one podcast. What counts as completed is what the history shows as completed. */
export const useLibraryCounts = (podcastId?: string) =>
  useQuery(read(GetLibraryCounts, { params: ME, ...(podcastId && { query: { podcastId } }) }))

const entryOfMany = together<HistoryEntry>(
  (episodeIds) => call(ListHistory, { params: ME, query: { episodeIds } }),
  ({ episodeId }) => episodeId,
)

/** The history's entry of one episode; null when it was never listened to. All rows of a list ask in one call. */
export const useEpisodeHistory = (episodeId: string) => {
  const { session } = useShell()
  return useQuery({
    queryKey: keyOfOne(ListHistory, { params: ME, query: { episodeId } }),
    queryFn: () => entryOfMany(episodeId),
    enabled: useStore(session.user) !== null,
  })
}

const isBadges = isReadOf(ListUserBadges, { params: ME })
const isPoints = isReadOf(GetPoints, { params: ME })

/** After a session the history has moved, and a badge may have come: both are asked for again. */
export const followListening = ({ events, query, signal }: ShellApiV1) => {
  const moved = [isHistory, isCounts, isBadges]
  const refresh = () => markStale(query.client, (read) => moved.some((isMoved) => isMoved(read)))
  const stop = events.on('listening.ended', () => void refresh())
  signal.addEventListener('abort', stop)
}

/** After the history was changed by hand; the points answer counts the episodes, too. */
const useHistoryChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: (read) => isHistory(read) || isCounts(read) || isPoints(read) })
}

const useComplaint = () => {
  const { ui } = useShell()
  return (error: unknown) => {
    console.error('the history did not change', error)
    ui.toast({ title: 'That did not work', description: 'Please try again.', tone: 'destructive' })
  }
}

/** Takes an entry out of the history; listening to the episode brings it back. */
export const useRemoveEntry = (id: string) => {
  const { ui } = useShell()
  const changed = useHistoryChanged()
  return useMutation({
    mutationFn: () => call(DeleteHistoryEntry, { params: { id } }),
    onSuccess: async () => {
      ui.toast({ title: 'Removed from History', description: 'The points it brought are yours all the same.' })
      await changed()
    },
    onError: useComplaint(),
  })
}

/** Marks an episode as listened to its end, in an entry that is there or a new one. */
export const useMarkPlayed = (episode: Pick<Episode, 'id' | 'podcastId'>) => {
  const { ui } = useShell()
  const changed = useHistoryChanged()
  return useMutation({
    mutationFn: (entry: HistoryEntry | null) =>
      entry
        ? call(UpdateHistoryEntry, { params: { id: entry.id }, body: { progress: 100, completed: true } })
        : call(CreateHistoryEntry, {
            body: { episodeId: episode.id, podcastId: episode.podcastId, progress: 100, completed: true },
          }),
    onSuccess: async () => {
      ui.toast({ title: 'Progress Saved', description: 'Your listening progress has been recorded.' })
      await changed()
    },
    onError: useComplaint(),
  })
}
