import { GetQueue, QueueView } from '@griot/contracts/queue'
import { idOf } from './statements.ts'
import { WORDS } from './words.ts'

export interface DeskCall {
  list: string
  variant: string
  /** By the number of the call. */
  path(call: number): string
  /** Follows the link to the next page in each call. */
  isWalk?: true
  /** The user is a creator, not an admin. */
  isCreator?: true
}

// The words of 0.5 to 10 % of the users, and of up to 80 % of the shows.
const FREQUENT_WORDS = 20
const frequent = (call: number) => WORDS[call % FREQUENT_WORDS]
const rare = (call: number) => WORDS[FREQUENT_WORDS + ((call * 41) % (WORDS.length - FREQUENT_WORDS))]
const unknown = (call: number) => `xyzz${call}`

const WORDS_OF_SEARCHES = { 'frequent word': frequent, 'rare word': rare, 'unknown word': unknown }

/** One call for each kind of word. `parameter` names the search in the query. */
const searches = (list: string, path: string, parameter = 'search'): DeskCall[] =>
  Object.entries(WORDS_OF_SEARCHES).map(([variant, wordOf]) => ({
    list,
    variant,
    path: (call) => `${path}?${parameter}=${wordOf(call)}`,
  }))

const call = (list: string, variant: string, path: string, more: Partial<DeskCall> = {}): DeskCall => ({
  ...{ list, variant, path: () => path },
  ...more,
})

const walk = (list: string, path: string, variant = 'next page') => call(list, variant, path, { isWalk: true })

const QUEUE = GetQueue.path
const queue = (): DeskCall[] => [
  call('queue', 'open files', QUEUE),
  walk('queue', QUEUE),
  call('queue', 'oldest first', `${QUEUE}?sort=oldest`),
  {
    ...call('queue', 'by person', QUEUE),
    path: (number) => `${QUEUE}?ownerId=${idOf('user', 2 + number)}`,
  },
  ...QueueView.options.map((state) => call('queue', `state ${state}`, `${QUEUE}?state=${state}`)),
  ...searches('queue', QUEUE),
  call('queue', 'counters, one row', `${QUEUE}?limit=1`),
  call('queue', 'of one creator', QUEUE, { isCreator: true }),
]

const PEOPLE = '/api/admin/people'
const people = (): DeskCall[] => [
  call('people', 'newest', PEOPLE),
  walk('people', PEOPLE),
  call('people', 'last seen', `${PEOPLE}?sort=seen`),
  ...searches('people', PEOPLE),
  walk('people', `${PEOPLE}?search=${WORDS[7]}`, 'frequent word, next page'),
  call('people', 'blocked', `${PEOPLE}?blocked=true`),
  {
    ...call('people', 'blocked, frequent word', PEOPLE),
    path: (number) => `${PEOPLE}?blocked=true&search=${frequent(number)}`,
  },
]

const SHOWS = '/api/admin/shows'
const shows = (): DeskCall[] => [
  call('shows', 'newest', SHOWS),
  walk('shows', SHOWS),
  ...searches('shows', SHOWS),
  walk('shows', `${SHOWS}?search=${WORDS[200]}`, 'word of 0.6 %, next page'),
  ...['listed', 'empty', 'hidden', 'featured'].map((state) =>
    call('shows', `state ${state}`, `${SHOWS}?state=${state}`),
  ),
  { ...call('shows', 'empty, rare word', SHOWS), path: (number) => `${SHOWS}?state=empty&search=${rare(number)}` },
]

const REPORTS = '/api/admin/reports'
const reports = (): DeskCall[] => [
  call('reports', 'newest', REPORTS),
  walk('reports', REPORTS),
  ...['open', 'decided'].map((state) => call('reports', `state ${state}`, `${REPORTS}?state=${state}`)),
  call('reports', 'by reason', `${REPORTS}?reason=hate`),
  call('reports', 'open, by reason and kind', `${REPORTS}?state=open&reason=hate&subject=podcast`),
  {
    ...call('reports', 'of one show', REPORTS),
    path: (number) => `${REPORTS}?subjectId=${idOf('podcast', 1 + number)}`,
  },
]

const AUDIT = '/api/admin/audit'
const auditLog = (): DeskCall[] => [
  call('audit log', 'newest', AUDIT),
  walk('audit log', AUDIT),
  call('audit log', 'by action', `${AUDIT}?action=file.removed`),
  { ...call('audit log', 'by person', AUDIT), path: (number) => `${AUDIT}?actor=${idOf('user', 1 + number)}` },
  ...searches('audit log', AUDIT, 'text'),
  call('audit log', 'CSV, first page', '/api/admin/audit.csv'),
]

const TIPS = '/api/user/me/tips-received'
const tips = (): DeskCall[] =>
  [
    call('tips', 'by day', TIPS),
    walk('tips', TIPS),
    call('tips', 'by episode', `${TIPS}?by=episode`),
    call('tips', 'totals', `${TIPS}/totals`),
  ].map((one) => ({ ...one, isCreator: true }))

export const DESK_CALLS: readonly DeskCall[] = [
  ...queue(),
  ...people(),
  ...shows(),
  ...reports(),
  ...auditLog(),
  ...tips(),
  call('overview', 'all figures', '/api/admin/overview'),
]
