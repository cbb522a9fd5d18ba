import { ApiError } from '@griot/contracts/errors'
import type { QueueOverview, QueueRow, QueueState } from '@griot/contracts/queue'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueDeeds,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import type { Toast } from '@griot/shell-sdk/contract'
import { call, callForPage } from '@griot/shell-sdk/http'
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
// While something moves, one wants to see it move.
const ASK_SOON_MS = 2_000
const ASK_FOR_HOURS_MS = 60_000

const isBusy = ({ counts }: QueueOverview) => counts.active + counts.waiting + counts.retrying > 0

export const useQueue = (state: QueueState | null) =>
  useInfiniteQuery({
    // The pages of one list are kept together, so not under its address alone.
    queryKey: [GetQueue.path, 'pages', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      callForPage(GetQueue, { query: { ...(state && { state }), ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => isBusy(items)) ? ASK_SOON_MS : ASK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })

export const useQueueItem = (id: string) =>
  useQuery({ ...read(GetQueueItem, { params: { id } }), refetchInterval: ASK_AGAIN_MS })

/** How much came out of the queue in each hour of a day. */
export const useQueueActivity = () => useQuery({ ...read(GetQueueActivity, {}), refetchInterval: ASK_FOR_HOURS_MS })

/** What people did lately; only admins are told. */
export const useQueueDeeds = (isAdmin: boolean) =>
  useQuery({ ...read(ListQueueDeeds, {}), enabled: isAdmin, refetchInterval: ASK_FOR_HOURS_MS })

const refresh = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(GetQueue.path) })

/** Something that a person does to the queue; afterwards everything about it is asked again, also when it was refused. */
const useAction = <Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  refusal: string,
  done?: (answer: Answer) => Toast,
) => {
  const client = useQueryClient()
  const { ui } = useShell()
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => done && ui.toast(done(answer)),
    onSettled: () => refresh(client),
    onError: (error) => {
      const said = error instanceof ApiError ? error.sentence : undefined
      ui.toast({ title: 'That did not work', description: said ?? refusal, tone: 'destructive' })
    },
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

const skippedText = (skipped: number) => {
  if (skipped === 0) return null
  return skipped === 1
    ? '1 cannot get better by that and needs another file.'
    : `${skipped} cannot get better by that and need another file.`
}

export const useRetryFailed = () =>
  useAction(
    (_: null) => call(RetryFailedMedia, {}),
    'The failed files could not be tried again.',
    ({ retried, skipped }) => ({
      title: retried === 1 ? '1 file is tried again' : `${retried} files are tried again`,
      description: ['What becomes of them shows here by itself.', skippedText(skipped)].filter(Boolean).join(' '),
    }),
  )

export const useSetPaused = () =>
  useAction(
    (paused: boolean) => call(paused ? PauseQueue : ResumeQueue, {}),
    'The queue could not be paused or resumed.',
  )
