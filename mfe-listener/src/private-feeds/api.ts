import { CreatePrivateFeed, ListPrivateFeeds, RevokePrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { useShell } from '@griot/shell-sdk/react'
import { readPages } from '@griot/shell-sdk/read'
import { failureToast } from '@griot/ui/use-online'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

export const usePrivateFeeds = (podcastId: string) =>
  useInfiniteQuery(readPages(ListPrivateFeeds, { query: { podcastId } }))

const useRefresh = () => {
  const client = useQueryClient()
  return () => void invalidate(client, [isReadOf(ListPrivateFeeds, {})])
}

export const useCreatePrivateFeed = (podcastId: string) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (name: string) => call(CreatePrivateFeed, { params: { id: podcastId }, body: { name } }),
    onSuccess: refresh,
  })
}

export const useRevokePrivateFeed = () => {
  const { ui } = useShell()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call(RevokePrivateFeed, { params: { id } }),
    onError: () => ui.toast(failureToast('The feed was not revoked', 'Please try again.')),
    onSettled: refresh,
  })
}
