import { isReadOf } from '@griot/contracts/query-key'
import { CancelUpload, GetStorage, ListUploads, TUS_VERSION } from '@griot/contracts/uploads'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

export const useStorage = () => useQuery(read(GetStorage, {}))

/** Unfinished uploads, begun in this browser or another one. */
export const useUnfinished = () => useQuery(read(ListUploads, {}))

export const cancelUpload = (id: string) =>
  call(CancelUpload, { params: { id } }, { headers: { 'tus-resumable': TUS_VERSION } })

/** Reads again the used storage and the unfinished uploads. */
export const refreshStorage = (client: QueryClient) =>
  invalidate(client, [isReadOf(GetStorage, {}), isReadOf(ListUploads, {})])

export const useCancelUpload = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: cancelUpload,
    onSettled: () => refreshStorage(client),
    onError: useFailureToast('Please try again in a moment.', 'Discard failed'),
  })
}
