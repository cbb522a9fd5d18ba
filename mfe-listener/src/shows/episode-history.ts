import { type HistoryEntry, ListHistory } from '@griot/contracts/library'
import { call } from '@griot/shell-sdk/http'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { batchLoader, itemKey } from '../batch-loader.ts'

const ME = { params: { id: 'me' } } as const

const loadEntry = batchLoader<HistoryEntry>(
  (episodeIds) => call(ListHistory, { ...ME, query: { episodeIds } }),
  ({ episodeId }) => episodeId,
)

/** The history entry of one episode; null if the listener never played it. The rows of a list share one request. */
export const episodeHistoryQuery = (episodeId: string) =>
  queryOptions({
    queryKey: itemKey(ListHistory, { ...ME, query: { episodeId } }),
    queryFn: () => loadEntry(episodeId),
  })

export const useEpisodeHistory = (episodeId: string) => {
  const { session } = useShell()
  return useQuery({ ...episodeHistoryQuery(episodeId), enabled: useStore(session.user) !== null })
}
