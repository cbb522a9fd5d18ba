import { call, callForPage } from '@griot/contracts/client'
import type { QueueRow, QueueState } from '@griot/contracts/queue'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueItem,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

// Only while the page is looked at: a hidden one asks nothing.
const ASK_AGAIN_MS = 5_000

export const useQueue = (state: QueueState | null) =>
  useInfiniteQuery({
    // The pages of one list are kept together, so not under its address alone.
    queryKey: [GetQueue.path, 'pages', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      callForPage(GetQueue, { query: { ...(state && { state }), ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ASK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })

export const useQueueItem = (id: string) =>
  useQuery({ ...read(GetQueueItem, { params: { id } }), refetchInterval: ASK_AGAIN_MS })

const refresh = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(GetQueue.path) })

/** Something that a person does to the queue; afterwards everything about it is asked again, also when it was refused. */
const useAction = <Input, Answer>(act: (input: Input) => Promise<Answer>, refusal: string) => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: act,
    onSettled: () => refresh(client),
    onError: () => ui.toast({ title: 'That did not work', description: refusal, tone: 'destructive' }),
  })
}

export const useRetryItem = () =>
  useAction(
    ({ id }: Pick<QueueRow, 'id'>) => call(RetryQueueItem, { params: { id } }),
    'The file could not be tried again.',
  )

export const useCancelItem = () =>
  useAction(
    ({ id }: Pick<QueueRow, 'id'>) => call(CancelQueueItem, { params: { id } }),
    'The file is not being processed any more.',
  )

export const useRetryFailed = () =>
  useAction((_: null) => call(RetryFailedMedia, {}), 'The failed files could not be tried again.')

export const useSetPaused = () =>
  useAction(
    (paused: boolean) => call(paused ? PauseQueue : ResumeQueue, {}),
    'The queue could not be paused or resumed.',
  )
