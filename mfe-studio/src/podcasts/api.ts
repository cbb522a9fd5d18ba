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
import { roleMay, roleOfRow } from '@griot/contracts/catalog/roles'
import { ListStudioPodcasts } from '@griot/contracts/catalog/studio'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read, readPages } from '@griot/shell-sdk/read'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PictureChange, savePicture, takesUrl } from '../pictures/change-picture.ts'
import { readAll } from '../queries.ts'

const PAGE_SIZE = 50

/** The user's podcasts, page by page; for admins those of all users. */
export const usePodcastPages = () =>
  useInfiniteQuery(readPages(ListPodcasts, { query: { scope: 'studio', limit: PAGE_SIZE } }))

/** Whether the user may edit the podcast of a row. */
export const useMayEdit = () => {
  const me = useStore(useShell().session.user, (user) => user?.id)
  return (podcast: Podcast) => roleMay(roleOfRow(podcast, me), 'edit')
}

/** All podcasts that the user may edit, for selecting one. */
export const useMyPodcasts = () => {
  const mayEdit = useMayEdit()
  return useQuery({
    ...readAll(ListPodcasts, { query: { hostId: 'me', limit: 100 } }),
    select: (podcasts: Podcast[]) => podcasts.filter(mayEdit),
  })
}

/** The podcasts that run under the user's account. */
export const useHostedPodcasts = (hostId: string) =>
  useQuery({
    ...readAll(ListPodcasts, { query: { hostId: 'me', limit: 100 } }),
    select: (podcasts: Podcast[]) => podcasts.filter((podcast) => podcast.hostId === hostId),
  })

/** The user's shows with their numbers of episodes, page by page. */
export const useShowPages = () => useInfiniteQuery(readPages(ListStudioPodcasts, { query: { limit: PAGE_SIZE } }))

export const useShow = (id: string) => useQuery(read(GetPodcast, { params: { id } }))

const refreshPodcasts = (client: QueryClient, podcast: Podcast | undefined) => {
  const lists = [isReadOf(ListPodcasts, {}), isReadOf(ListPopularPodcasts, {}), isReadOf(ListStudioPodcasts, {})]
  if (!podcast) return invalidate(client, lists)
  const params = { id: podcast.id }
  const one = [isReadOf(GetPodcast, { params }), isReadOf(ListPodcastEpisodes, { params }), isReadOf(ListEpisodes, {})]
  return invalidate(client, [...lists, ...one])
}

/** Creates or changes a podcast and then its cover. The cover of a new podcast may fail alone: `pictureError`. */
export const useSavePodcast = (podcast: Podcast | undefined, cover: PictureChange) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ coverImage, ...others }: BodyOf<typeof CreatePodcast>) => {
      const body = !podcast || takesUrl(cover, podcast.coverImage) ? { ...others, coverImage } : others
      const { id } = podcast
        ? await call(UpdatePodcast, { params: { id: podcast.id }, body })
        : await call(CreatePodcast, { body })
      return { id, title: body.title, pictureError: await savePicture('cover', id, cover, !podcast) }
    },
    // If only the cover fails, the other changes are saved.
    onSettled: () => void refreshPodcasts(client, podcast),
  })
}

export const useDeletePodcast = (podcast: Podcast) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(DeletePodcast, { params: { id: podcast.id }, query: { confirm: 'true' } }),
    onSuccess: () => void refreshPodcasts(client, podcast),
  })
}
