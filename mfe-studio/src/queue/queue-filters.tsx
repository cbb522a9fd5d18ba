import type { QueueCounts, QueueView } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { Input, Select } from '@griot/ui/input'
import { useEffect, useEffectEvent, useState } from 'react'
import { countIn, type useQueueRequest, VIEWS } from './filter.ts'

type Address = ReturnType<typeof useQueueRequest>

const TILES: readonly QueueView[] = ['waiting', 'active', 'retrying', 'fixable', 'hopeless', 'cancelled', 'ready']

/** The counters, each a filter. A second click shows the default list. */
export function StateFilter({ counts, address: { request, set } }: { counts: QueueCounts; address: Address }) {
  return (
    <fieldset aria-label="Show files by state" className="studio:flex studio:flex-wrap studio:gap-2">
      {TILES.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={request.state === view}
          onClick={() => set('state', request.state === view ? '' : view)}
          className="studio:flex-1 studio:basis-22 studio:rounded-m studio:border studio:border-line studio:bg-surface studio:px-3 studio:py-2 studio:text-start studio:hover:bg-raised studio:aria-pressed:border-ink studio:aria-pressed:bg-raised"
        >
          <span className="studio:block studio:font-display studio:text-2xl studio:font-bold studio:tabular-nums">
            {countIn(counts, view)}
          </span>{' '}
          <span className="studio:block studio:text-sm studio:text-muted">
            {view === 'ready' ? 'Ready today' : VIEWS[view]}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const TASKS = [
  { value: '', label: 'All kinds' },
  { value: 'check', label: 'Checks' },
  { value: 'rendition', label: 'Normalizations' },
  { value: 'mp3', label: 'MP3s for podcast apps' },
]
const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]
const TYPING_MS = 300

export function QueueFilters({ address: { request, set }, person }: { address: Address; person: string | undefined }) {
  const [search, setSearch] = useState(request.search ?? '')
  const submit = useEffectEvent((text: string) => {
    if (text !== (request.search ?? '')) set('search', text)
  })
  useEffect(() => {
    const timer = setTimeout(() => submit(search.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <search className="studio:grid studio:gap-3 studio:sm:grid-cols-[minmax(0,2fr)_1fr_1fr]">
      <Input
        type="search"
        label="Search"
        placeholder="File or person"
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Select
        label="Kind"
        options={TASKS}
        value={request.task ?? ''}
        onChange={(event) => set('task', event.target.value)}
      />
      <Select
        label="Order"
        options={SORTS}
        value={request.sort === 'oldest' ? 'oldest' : ''}
        onChange={(event) => set('sort', event.target.value)}
      />
      {request.ownerId && (
        <p className="studio:flex studio:flex-wrap studio:items-center studio:gap-3 studio:sm:col-span-3">
          Files of {person || 'one person'}
          <Button look="quiet" size="small" onClick={() => set('ownerId', '')}>
            Show all people
          </Button>
        </p>
      )}
    </search>
  )
}
