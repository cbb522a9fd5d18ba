import { pathFor } from '@griot/contracts/endpoint'
import { RetryMedia } from '@griot/contracts/media/files'
import { keyFor } from '@griot/contracts/query-key'
import {
  CancelQueueBulk,
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueAuditLog,
  ListQueueBulks,
  PauseQueue,
  type QueueBulk,
  type QueueChange,
  type QueueFilter,
  type QueueOverview,
  type QueueRow,
  ResumeQueue,
  StartQueueBulk,
  WatchQueue,
} from '@griot/contracts/queue'
import { call, callForPage } from '@griot/shell-sdk/http'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { read } from '@griot/shell-sdk/read'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFailureToast } from '../action.tsx'
import { useServerEvents } from '../server-events.ts'
import { filterOf, type QueueRequest } from './filter.ts'

// The heartbeats of workers are no events, and some proxies hold back server-sent events.
const REFETCH_MS = 30_000
const REFETCH_HISTORY_MS = 60_000
// A running action on many files changes the list all the time.
const RELOAD_MS = 1_500
// The chart reads the files of a day.
const RELOAD_CHART_MS = 3_000
const HOUR_MS = 3_600_000

type Pages = InfiniteData<{ items: QueueOverview; next: string | null }, string>

// Distinct from the key of a single page.
const keyOf = (request: QueueRequest) => [GetQueue.path, 'pages', request] as const

/** The overview with the rows of all loaded pages. */
export const useQueue = (request: QueueRequest) =>
  useInfiniteQuery({
    queryKey: keyOf(request),
    queryFn: ({ pageParam: cursor, signal }) =>
      callForPage(GetQueue, { query: { ...request, ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages[0] && { ...pages[0].items, rows: pages.flatMap(({ items }) => items.rows) },
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })

/** Replaces and removes changed rows. Returns false if a file is new in the list. */
const cacheChange = (client: QueryClient, request: QueueRequest, { rows, gone, counts }: QueueChange) => {
  const changed = new Map(rows.map((row) => [row.id, row]))
  const removed = new Set(gone)
  const known = new Set<string>()
  client.setQueryData<Pages>(keyOf(request), (data) => {
    if (!data) return data
    const pages = data.pages.map(({ items, next }) => {
      for (const { id } of items.rows) known.add(id)
      const kept = items.rows.filter(({ id }) => !removed.has(id)).map((row) => changed.get(row.id) ?? row)
      return { next, items: { ...items, counts, rows: kept } }
    })
    return { ...data, pages }
  })
  for (const id of [...changed.keys(), ...removed]) {
    void client.invalidateQueries({ queryKey: keyFor(GetQueueItem, { params: { id } }) })
  }
  return rows.every(({ id }) => known.has(id))
}

const isFinished = ({ state }: QueueRow) => state === 'ready' || state === 'failed'

/** Calls at most once in this time, at its end. */
const useOnceIn = (ms: number, run: () => unknown) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      run()
    }, ms)
  }
}

/** Keeps the list, its counters, the chart and the actions on many files current by server-sent events. */
export const useQueueEvents = (request: QueueRequest) => {
  const client = useQueryClient()
  const reload = useOnceIn(RELOAD_MS, () => client.invalidateQueries({ queryKey: [GetQueue.path, 'pages'] }))
  const reloadChart = useOnceIn(RELOAD_CHART_MS, () => client.invalidateQueries({ queryKey: activity.queryKey }))
  useServerEvents(pathFor(WatchQueue, { query: filterOf(request) }), {
    on: {
      queue: (data) => {
        const change: QueueChange = JSON.parse(data)
        const running = runningIn(client.getQueryData(bulks.queryKey))
        client.setQueryData(bulks.queryKey, change.bulks)
        if (runningIn(change.bulks) < running) void client.invalidateQueries({ queryKey: [ListQueueAuditLog.path] })
        const isComplete = cacheChange(client, request, change)
        if (change.isPartial || !isComplete) reload()
        // A file that leaves the list may be ready or failed.
        if (change.isPartial || change.gone.length > 0 || change.rows.some(isFinished)) reloadChart()
      },
    },
    onReconnect: () => {
      void client.invalidateQueries({ queryKey: [GetQueue.path, 'pages'] })
      void client.invalidateQueries({ queryKey: activity.queryKey })
    },
  })
}

export const useQueueItem = (id: string) =>
  useQuery({ ...read(GetQueueItem, { params: { id } }), refetchInterval: REFETCH_MS })

const activity = read(GetQueueActivity, {})

/** Events change it; each hour begins a new column. */
export const useQueueActivity = () => useQuery({ ...activity, refetchInterval: () => HOUR_MS - (Date.now() % HOUR_MS) })

export const useQueueActions = (isAdmin: boolean) =>
  useQuery({ ...read(ListQueueAuditLog, {}), enabled: isAdmin, refetchInterval: REFETCH_HISTORY_MS })

const bulks = read(ListQueueBulks, {})

const runningIn = (actions: readonly QueueBulk[] = []) => actions.filter(({ state }) => state === 'running').length

export const useBulks = () => useQuery(bulks)

/** An action on the queue. All queue data is read again afterwards, also after an error. */
const useAction = <Input, Result>(act: (input: Input) => Promise<Result>, failure: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
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

export interface BulkRequest {
  action: QueueBulk['action']
  mediaFileIds?: string[]
  filter?: QueueFilter
}

export const useStartBulk = () =>
  useAction((body: BulkRequest) => call(StartQueueBulk, { body }), 'The files could not be changed.')

export const useCancelBulk = () =>
  useAction(({ id }: QueueBulk) => call(CancelQueueBulk, { params: { id } }), 'The action could not be stopped.')

export const useSetPaused = () =>
  useAction(
    (paused: boolean) => call(paused ? PauseQueue : ResumeQueue, {}),
    'The queue could not be paused or resumed.',
  )
