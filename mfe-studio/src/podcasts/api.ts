import { CreatePodcast, ListPodcasts, ListPopularPodcasts } from '@griot/contracts/catalog'
import { call } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const useMyPodcasts = () => useQuery(read(ListPodcasts, { query: { hostId: 'me', limit: 100 } }))

export const useCreatePodcast = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof CreatePodcast>) => call(CreatePodcast, { body }),
    onSuccess: () => {
      const isStale = [isReadOf(ListPodcasts, {}), isReadOf(ListPopularPodcasts, {})]
      return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
    },
  })
}
