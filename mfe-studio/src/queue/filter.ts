import type { QueueBulk, QueueCounts, QueueFilter, QueueView } from '@griot/contracts/queue'
import { oneOf, useAddressFilters } from '../address-filters.ts'

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

const STATES = Object.keys(VIEWS) as QueueView[]

export const useQueueRequest = () => {
  const { get, set } = useAddressFilters()
  const [state, task] = [oneOf(STATES, get('state')), oneOf(['check', 'rendition', 'mp3'], get('task'))]
  const [search, ownerId] = [get('search'), get('ownerId')]
  const request: QueueRequest = {
    sort: oneOf(['oldest'], get('sort')) ?? 'newest',
    ...(state && { state }),
    ...(task && { task }),
    ...(search && { search }),
    ...(ownerId && { ownerId }),
  }
  return { request, set }
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
