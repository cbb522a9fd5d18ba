import type { Episode } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import { CreateHistoryEntry, type HistoryEntry, ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
import { isReadOf } from '@griot/contracts/query-key'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const ME = { id: 'me' } as const
const isHistory = isReadOf(ListHistory, { params: ME })

export const useHistory = () => useQuery(read(ListHistory, { params: ME }))

/** The history's entry of one episode; undefined when it was never listened to. */
export const useEpisodeHistory = (episodeId: string) =>
  useQuery({
    ...read(ListHistory, { params: ME, query: { episodeId } }),
    select: (entries) => entries.find((entry) => entry.episodeId === episodeId) ?? null,
  })

/** When the ledger pays, the history has moved: what the library shows is asked for again. */
export const followListening = ({ events, query, signal }: ShellApiV1) => {
  const stop = events.on('points.changed', () => void query.client.invalidateQueries({ predicate: isHistory }))
  signal.addEventListener('abort', stop)
}

/** Marks an episode as listened to its end, in an entry that is there or a new one. */
export const useMarkPlayed = (episode: Episode) => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: (entry: HistoryEntry | null) =>
      entry
        ? call(UpdateHistoryEntry, { params: { id: entry.id }, body: { progress: 100, completed: true } })
        : call(CreateHistoryEntry, {
            body: { episodeId: episode.id, podcastId: episode.podcastId, progress: 100, completed: true },
          }),
    onSuccess: async () => {
      ui.toast({ title: 'Progress Saved', description: 'Your listening progress has been recorded.' })
      await client.invalidateQueries({ predicate: isHistory })
    },
    onError: (error) => {
      console.error('the history did not change', error)
      ui.toast({ title: 'That did not work', description: 'Please try again.', tone: 'destructive' })
    },
  })
}
