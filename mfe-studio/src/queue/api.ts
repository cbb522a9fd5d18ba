import { RetryMedia } from '@griot/contracts/media/files'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueAuditLog,
  PauseQueue,
  type QueueOverview,
  type QueueRow,
  type QueueState,
  ResumeQueue,
  RetryFailedMedia,
} from '@griot/contracts/queue'
import { call, callForPage } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../action.tsx'

// TanStack Query refetches only while the page is visible.
const REFETCH_MS = 5_000
// While files are being processed.
const REFETCH_BUSY_MS = 2_000
const REFETCH_HISTORY_MS = 60_000

const isBusy = ({ counts }: QueueOverview) => counts.active + counts.waiting + counts.retrying > 0

/** The overview with the rows of all loaded pages. */
export const useQueue = (state: QueueState | null) =>
  useInfiniteQuery({
    // Distinct from the key of a single page.
    queryKey: [GetQueue.path, 'pages', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      callForPage(GetQueue, { query: { ...(state && { state }), ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages[0] && { ...pages[0].items, rows: pages.flatMap(({ items }) => items.rows) },
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => isBusy(items)) ? REFETCH_BUSY_MS : REFETCH_MS,
    placeholderData: keepPreviousData,
  })

export const useQueueItem = (id: string) =>
  useQuery({ ...read(GetQueueItem, { params: { id } }), refetchInterval: REFETCH_MS })

export const useQueueActivity = () => useQuery({ ...read(GetQueueActivity, {}), refetchInterval: REFETCH_HISTORY_MS })

export const useQueueActions = (isAdmin: boolean) =>
  useQuery({ ...read(ListQueueAuditLog, {}), enabled: isAdmin, refetchInterval: REFETCH_HISTORY_MS })

/** An action on the queue. All queue data is read again afterwards, also after an error. */
const useAction = <Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  failure: string,
  onSuccess: (answer: Answer) => void = () => undefined,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess,
    onSettled: () => invalidate(client, [({ queryKey: [path] }) => String(path).startsWith(GetQueue.path)]),
    onError: useFailureToast(failure),
  })
}

export const useRetryItem = () =>
  useAction(({ id }: QueueRow) => call(RetryMedia, { params: { id } }), 'The file could not be retried.')

export const useCancelItem = () =>
  useAction(
    ({ id }: QueueRow) => call(CancelQueueItem, { params: { id } }),
    'The file is not being processed any more.',
  )

const skippedText = (skipped: number) => {
  if (skipped === 0) return ''
  return skipped === 1
    ? ' 1 cannot be fixed by a retry and needs another file.'
    : ` ${skipped} cannot be fixed by a retry and need another file.`
}

export const useRetryFailed = () => {
  const { ui } = useShell()
  return useAction(
    (_: null) => call(RetryFailedMedia, {}),
    'The failed files could not be retried.',
    ({ retried, skipped }) =>
      ui.toast({
        title: retried === 1 ? 'Retrying 1 file' : `Retrying ${retried} files`,
        description: `This page shows their progress.${skippedText(skipped)}`,
      }),
  )
}

export const useSetPaused = () =>
  useAction(
    (paused: boolean) => call(paused ? PauseQueue : ResumeQueue, {}),
    'The queue could not be paused or resumed.',
  )
