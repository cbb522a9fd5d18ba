import type { QueueBulk, QueueCounts, QueueFilter, QueueView } from '@griot/contracts/queue'
import { useSearchParams } from 'react-router-dom'

export const VIEWS: Record<QueueView, string> = {
  waiting: 'Waiting',
  active: 'Active',
  retrying: 'Retrying',
  fixable: 'Failed',
  hopeless: 'Needs another file',
  cancelled: 'Canceled',
  ready: 'Ready',
  failed: 'All failed',
}

export interface QueueRequest extends QueueFilter {
  sort: 'newest' | 'oldest'
}

const KEYS = ['state', 'search', 'ownerId', 'task', 'sort'] as const

const isView = (value: string | null): value is QueueView => value !== null && value in VIEWS

/** The filter in the address, so that a link can show any list. */
export const useQueueRequest = () => {
  const [params, setParams] = useSearchParams()
  const [state, task] = [params.get('state'), params.get('task')]
  const request: QueueRequest = {
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
    ...(isView(state) && { state }),
    ...((task === 'check' || task === 'rendition' || task === 'mp3') && { task }),
    ...(params.get('search') && { search: params.get('search') ?? '' }),
    ...(params.get('ownerId') && { ownerId: params.get('ownerId') ?? '' }),
  }
  const change = (changes: Partial<Record<(typeof KEYS)[number], string | null>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true },
    )
  return { request, change }
}

export const filterOf = ({ sort: _, ...filter }: QueueRequest): QueueFilter => filter

type Category = Exclude<QueueView, 'failed'>

const APPLIES_TO: Record<QueueBulk['action'], readonly Category[]> = {
  retry: ['fixable', 'cancelled'],
  cancel: ['waiting', 'active', 'retrying'],
  clear: ['fixable', 'hopeless', 'cancelled', 'ready'],
}

const listedIn = (view: QueueView | undefined, isAdmin: boolean): readonly Category[] => {
  if (view === undefined) return ['waiting', 'active', 'retrying', 'fixable', ...(isAdmin ? [] : ['hopeless' as const])]
  return view === 'failed' ? ['fixable', 'hopeless'] : [view]
}

export const countIn = (counts: QueueCounts, view: QueueView) =>
  view === 'fixable' ? counts.failed - counts.hopeless : counts[view]

/** The number of all files of a list, or of those that an action would change. */
export const totalOf = (
  counts: QueueCounts,
  view: QueueView | undefined,
  isAdmin: boolean,
  action?: QueueBulk['action'],
) =>
  listedIn(view, isAdmin)
    .filter((category) => action === undefined || APPLIES_TO[action].includes(category))
    .reduce((sum, category) => sum + countIn(counts, category), 0)
