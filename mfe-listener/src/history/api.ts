import type { Episode } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import {
  CreateHistoryEntry,
  DeleteHistoryEntry,
  type HistoryEntry,
  ListHistory,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { GetPoints, ListUserBadges } from '@griot/contracts/points'
import { isReadOf } from '@griot/contracts/query-key'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePoints } from '../points.ts'

const ME = { id: 'me' } as const
const isHistory = isReadOf(ListHistory, { params: ME })

export const useHistory = () => useQuery(read(ListHistory, { params: ME }))

/**
 * Episodes that stand as completed in the history. The points count those whose completion paid, which is fewer when some
 * were only marked as played; our page of the history may be shorter than all of it. The larger one is never too large.
 */
export const useCompletedCount = () => {
  const history = useHistory()
  const points = usePoints()
  const count =
    history.data &&
    points.data &&
    Math.max(points.data.episodesCompleted, history.data.filter((entry) => entry.completed).length)
  return { count, isFailed: history.isError || points.isError }
}

/** The history's entry of one episode; undefined when it was never listened to. */
export const useEpisodeHistory = (episodeId: string) =>
  useQuery({
    ...read(ListHistory, { params: ME, query: { episodeId } }),
    select: (entries) => entries.find((entry) => entry.episodeId === episodeId) ?? null,
  })

const isBadges = isReadOf(ListUserBadges, { params: ME })
const isPoints = isReadOf(GetPoints, { params: ME })

/** When the ledger pays, the history has moved and a badge may have come: both are asked for again. */
export const followListening = ({ events, query, signal }: ShellApiV1) => {
  const refresh = () => query.client.invalidateQueries({ predicate: (read) => isHistory(read) || isBadges(read) })
  const stop = events.on('points.changed', () => void refresh())
  signal.addEventListener('abort', stop)
}

/** After the history was changed by hand; the points answer counts the episodes, too. */
const useHistoryChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: (read) => isHistory(read) || isPoints(read) })
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
