import { GetChapters, SaveChapters } from '@griot/contracts/catalog/chapters'
import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

// Read for each visit: the notes and the audio, which proposals come from, may have changed.
export const useChapters = (episodeId: string) =>
  useQuery({ ...read(GetChapters, { params: { id: episodeId } }), gcTime: 0 })

export const useSaveChapters = (episodeId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof SaveChapters>) => call(SaveChapters, { params: { id: episodeId }, body }),
    onSuccess: () => void invalidate(client, [isReadOf(GetEpisode, { params: { id: episodeId } })]),
  })
}
