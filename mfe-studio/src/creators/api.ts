import {
  CreateCreator,
  type Creator,
  DeleteCreator,
  ListCreators,
  UpdateCreator,
} from '@griot/contracts/catalog/creators'
import { GetPodcast, ListPodcasts, ListPopularPodcasts } from '@griot/contracts/catalog/podcasts'
import type { BodyOf } from '@griot/contracts/endpoint'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { read } from '@griot/shell-sdk/read'
import { readPages } from '@griot/shell-sdk/read-pages'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changePicture, type PictureChange } from '../pictures/change-picture.ts'

/** All creators, page by page. */
export const useCreators = () => useInfiniteQuery(readPages(ListCreators, {}))

/** One's own profile; null before there is one. */
export const useMyProfile = () =>
  useQuery({ ...read(ListCreators, { query: { userId: 'me' } }), select: ([profile]) => profile ?? null })

const PODCAST_PATH = GetPodcast.path.slice(0, GetPodcast.path.indexOf(':'))

/**
 * Profiles, and the podcasts that show their pictures. Nobody waits for it: a form or a dialog that goes with what was
 * listed before would not learn that it has succeeded.
 */
const refreshProfiles = (client: QueryClient) => {
  const isStale = [isReadOf(ListCreators, {}), isReadOf(ListPodcasts, {}), isReadOf(ListPopularPodcasts, {})]
  return client.invalidateQueries({
    predicate: (query) => isStale.some((is) => is(query)) || String(query.queryKey[0]).startsWith(PODCAST_PATH),
  })
}

/** Answers the profile, and what went wrong with its picture: it exists all the same. */
export const useCreateCreator = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, picture }: { body: BodyOf<typeof CreateCreator>; picture: PictureChange }) => {
      const creator = await call(CreateCreator, { body })
      const pictureError = await changePicture('portrait', creator.id, picture).then(
        () => null,
        (error: Error) => error,
      )
      return { creator, pictureError }
    },
    onSuccess: () => void refreshProfiles(client),
  })
}

export const useUpdateCreator = ({ id }: Creator) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, picture }: { body: BodyOf<typeof UpdateCreator>; picture: PictureChange }) => {
      await call(UpdateCreator, { params: { id }, body })
      await changePicture('portrait', id, picture)
    },
    // Also when only the picture was refused: the rest is saved.
    onSettled: () => void refreshProfiles(client),
  })
}

export const useDeleteCreator = ({ id }: Creator) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: undefined) => call(DeleteCreator, { params: { id }, query: { confirm: 'true' } }),
    onSuccess: () => void refreshProfiles(client),
  })
}
