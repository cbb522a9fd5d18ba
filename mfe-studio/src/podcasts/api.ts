import { ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import {
  CreatePodcast,
  DeletePodcast,
  GetPodcast,
  ListPodcasts,
  ListPopularPodcasts,
  type Podcast,
  UpdatePodcast,
} from '@griot/contracts/catalog/podcasts'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf, keyFor } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { read } from '@griot/shell-sdk/read'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readAllPages } from '../all-pages.ts'
import { changePicture, type PictureChange } from '../pictures/change-picture.ts'

const MINE = { query: { hostId: 'me', limit: 100 } } as const

/** All of one's podcasts, so that a list to pick from leaves none out. */
export const useMyPodcasts = () =>
  useQuery({
    queryKey: keyFor(ListPodcasts, MINE),
    queryFn: ({ signal }) => readAllPages(ListPodcasts, MINE, signal),
  })

const MOST_NAMED = 5

/** The episodes that would go with a podcast: the newest few of them by name. */
export const useEpisodesOf = ({ id }: Podcast) =>
  useQuery(read(ListPodcastEpisodes, { params: { id }, query: { include: 'unpublished', limit: MOST_NAMED + 1 } }))

/**
 * Everything that shows podcasts, or what they are called. Nobody waits for it: a form or a dialog that goes with what was
 * listed before would not learn that it has succeeded.
 */
const refreshPodcasts = (client: QueryClient, id?: string) => {
  const isStale = [
    isReadOf(ListPodcasts, {}),
    isReadOf(ListPopularPodcasts, {}),
    ...(id === undefined
      ? []
      : [isReadOf(GetPodcast, { params: { id } }), isReadOf(ListPodcastEpisodes, { params: { id } })]),
    ...(id === undefined ? [] : [isReadOf(ListEpisodes, {})]),
  ]
  return client.invalidateQueries({ predicate: (query) => isStale.some((is) => is(query)) })
}

/** Answers the podcast, and what went wrong with its cover: it exists all the same. */
export const useCreatePodcast = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, cover }: { body: BodyOf<typeof CreatePodcast>; cover: PictureChange }) => {
      const podcast = await call(CreatePodcast, { body })
      const coverError = await changePicture('cover', podcast.id, cover).then(
        () => null,
        (error: Error) => error,
      )
      return { podcast, coverError }
    },
    onSuccess: () => void refreshPodcasts(client),
  })
}

export const useUpdatePodcast = ({ id }: Podcast) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, cover }: { body: BodyOf<typeof UpdatePodcast>; cover: PictureChange }) => {
      await call(UpdatePodcast, { params: { id }, body })
      await changePicture('cover', id, cover)
    },
    // Also when only the cover was refused: the rest is saved.
    onSettled: () => void refreshPodcasts(client, id),
  })
}

export const useDeletePodcast = ({ id }: Podcast) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: undefined) => call(DeletePodcast, { params: { id }, query: { confirm: 'true' } }),
    onSuccess: () => void refreshPodcasts(client, id),
  })
}
