import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { useCan } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import ListMusic from 'lucide-react/icons/list-music'
import { useState } from 'react'
import { useEpisodePages } from './api.ts'
import { EpisodeRows } from './episode-rows.tsx'

const FIRST_SHOWN = 5

const STATES: readonly { value: EpisodeStatus | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'when_ready', label: 'Waiting for audio' },
  { value: 'draft', label: 'Drafts' },
]

const EMPTY = (
  <EmptyState title="No episodes yet" icon={<ListMusic />}>
    No episodes created yet. Create your first episode to get started.
  </EmptyState>
)

/** The episodes of the user's shows. Admins also see all others, which only members of their shows can change. */
export function EpisodeList() {
  const [status, setStatus] = useState<EpisodeStatus | null>(null)
  const episodes = useEpisodePages(status)
  const [isAllShown, setIsAllShown] = useState(false)
  const seesAll = useCan('catalog.see-all')
  const isEmpty = status === null && episodes.data?.length === 0

  return (
    <Section title="Recent Episodes">
      {!isEmpty && (
        <div className="studio:mb-4 studio:max-w-60">
          <Select
            label="Show"
            options={STATES}
            value={status ?? ''}
            onChange={(event) => setStatus((event.target.value || null) as EpisodeStatus | null)}
          />
        </div>
      )}
      <QueryStates
        query={episodes}
        what="the episodes"
        skeleton={<RowListSkeleton />}
        empty={isEmpty ? EMPTY : undefined}
      >
        {(list) => (
          <>
            {list.length === 0 && <p className="studio:text-muted">No episodes match this filter.</p>}
            <EpisodeRows episodes={list.slice(0, isAllShown ? undefined : FIRST_SHOWN)} namesHost={seesAll} />
            {isAllShown ? (
              <ShowMore pages={episodes} what="of the episodes" />
            ) : (
              list.length > FIRST_SHOWN && (
                <div className="studio:mt-4">
                  <Button look="secondary" size="small" onClick={() => setIsAllShown(true)}>
                    Show all{episodes.hasNextPage ? '' : ` ${list.length}`}
                  </Button>
                </div>
              )
            )}
          </>
        )}
      </QueryStates>
    </Section>
  )
}
