import { CountUnreadNotices, ListNotices, type Notice, ReadNotices } from '@griot/contracts/notices'
import { isReadOf } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { readPages } from '@griot/shell-sdk/read'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export const useNotices = () => useInfiniteQuery(readPages(ListNotices, { query: { limit: 30 } }))

/** Marks the loaded notices as read. The list still shows which of them are new until it is opened again. */
export const useMarkRead = (notices: readonly Notice[] | undefined) => {
  const client = useQueryClient()
  const newest = notices?.find(({ readAt }) => readAt === null)?.createdAt
  useEffect(() => {
    if (newest === undefined) return
    call(ReadNotices, { body: { until: newest } }).then(
      () => invalidate(client, [isReadOf(CountUnreadNotices, {})]),
      (error: unknown) => console.error('the notices were not marked as read', error),
    )
  }, [client, newest])
}
