import { GetDistribution, MoveFeed, UndoMove } from '@griot/contracts/catalog/distribution'
import { GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

export const useDistribution = (podcastId: string) => useQuery(read(GetDistribution, { params: { id: podcastId } }))

const useRefresh = (podcastId: string) => {
  const client = useQueryClient()
  const params = { id: podcastId }
  return () => invalidate(client, [isReadOf(GetPodcast, { params }), isReadOf(GetDistribution, { params })])
}

export const useMoveFeed = (podcastId: string) => {
  const onSuccess = useRefresh(podcastId)
  return useMutation({
    mutationFn: (newFeedUrl: string) => call(MoveFeed, { params: { id: podcastId }, body: { newFeedUrl } }),
    onSuccess,
  })
}

export const useUndoMove = (podcastId: string) => {
  const onError = useFailureToast('The feed was not changed. Please try again.')
  const onSettled = useRefresh(podcastId)
  return useMutation({ mutationFn: () => call(UndoMove, { params: { id: podcastId } }), onError, onSettled })
}

export const useSetLocked = (podcastId: string) => {
  const onError = useFailureToast('The lock was not changed. Please try again.')
  const onSettled = useRefresh(podcastId)
  return useMutation({
    mutationFn: (isLocked: boolean) => call(UpdatePodcast, { params: { id: podcastId }, body: { isLocked } }),
    onError,
    onSettled,
  })
}
