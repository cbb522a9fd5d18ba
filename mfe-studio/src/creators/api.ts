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
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PictureChange, savePicture, takesUrl } from '../pictures/change-picture.ts'

/** The user's profile; null if there is none. */
export const useMyProfile = () =>
  useQuery({ ...read(ListCreators, { query: { userId: 'me' } }), select: ([profile]) => profile ?? null })

const PODCAST_PATH = GetPodcast.path.slice(0, GetPodcast.path.indexOf(':'))

const refreshProfiles = (client: QueryClient) =>
  invalidate(client, [
    isReadOf(ListCreators, {}),
    isReadOf(ListPodcasts, {}),
    isReadOf(ListPopularPodcasts, {}),
    ({ queryKey: [address] }) => String(address).startsWith(PODCAST_PATH),
  ])

/** Creates or changes a profile and then its picture. Returns the error of a new profile's picture. */
export const useSaveCreator = (creator: Creator | undefined, picture: PictureChange) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ profileImage, ...others }: BodyOf<typeof CreateCreator>) => {
      const body = !creator || takesUrl(picture, creator.profileImage) ? { ...others, profileImage } : others
      const { id } = creator
        ? await call(UpdateCreator, { params: { id: creator.id }, body })
        : await call(CreateCreator, { body })
      return savePicture('portrait', id, picture, !creator)
    },
    // If only the picture fails, the other changes are saved.
    onSettled: () => void refreshProfiles(client),
  })
}

export const useDeleteCreator = ({ id }: Creator) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(DeleteCreator, { params: { id }, query: { confirm: 'true' } }),
    onSuccess: () => void refreshProfiles(client),
  })
}
