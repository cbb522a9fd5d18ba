import { CreatePreview, GetPreviewedEpisode, ListPreviews, RevokePreview } from '@griot/contracts/catalog/previews'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read, readPages } from '@griot/shell-sdk/read'
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

export const usePreviews = (episodeId: string) =>
  useInfiniteQuery(readPages(ListPreviews, { params: { id: episodeId } }))

const refresh = (client: QueryClient, episodeId: string) =>
  invalidate(client, [isReadOf(ListPreviews, { params: { id: episodeId } })])

export const useCreatePreview = (episodeId: string) => {
  const client = useQueryClient()
  const onError = useFailureToast('The link was not created. Please try again.')
  return useMutation({
    mutationFn: () => call(CreatePreview, { params: { id: episodeId }, body: {} }),
    onError,
    onSettled: () => void refresh(client, episodeId),
  })
}

export const useRevokePreview = (episodeId: string) => {
  const client = useQueryClient()
  const onError = useFailureToast('The link was not revoked. Please try again.')
  return useMutation({
    mutationFn: (previewId: string) => call(RevokePreview, { params: { id: episodeId, previewId } }),
    onError,
    onSettled: () => void refresh(client, episodeId),
  })
}

export const usePreviewedEpisode = (token: string) =>
  useQuery({ ...read(GetPreviewedEpisode, { params: { token } }), retry: false })
