import { QUEUE_BOARD_PATH, type QueueRow as QueuedFile, type QueueState } from '@griot/contracts/queue'
import { useCan } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import CircleCheck from 'lucide-react/icons/circle-check'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { RowList, RowListSkeleton } from '../row-list.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { useQueue, useRetryFailed } from './api.ts'
import { DeedList } from './deed-list.tsx'
import { QueueHealth } from './queue-health.tsx'
import { QueueItemDialog } from './queue-item-dialog.tsx'
import { QueueRow } from './queue-row.tsx'
import { StateFilter } from './queue-states.tsx'
import { WorkerList } from './worker-list.tsx'

/** What is being processed: everybody's files for admins, one's own else. Asks again by itself while it is looked at. */
export function QueuePanel() {
  const seesAll = useCan('queue.see-all')
  const [state, setState] = useState<QueueState | null>(null)
  const [opened, setOpened] = useState<QueuedFile | null>(null)
  const queue = useQueue(state)
  const retryFailed = useRetryFailed()

  const overview = queue.data?.pages[0]?.items
  if (queue.isPending) return <RowListSkeleton what="the queue" />
  if (!overview) return <LoadFailed what="the queue" onRetry={queue.refetch} />

  const rows = queue.data?.pages.flatMap(({ items }) => items.rows) ?? []
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-5">
      {queue.isError && <LoadFailed what="the latest state of the queue" onRetry={queue.refetch} />}
      <QueueHealth overview={overview} isAdmin={seesAll} />
      <StateFilter counts={overview.counts} chosen={state} onChoose={setState} />
      <section aria-labelledby="queue-files">
        <div className="studio:mb-3 studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-3">
          <h2 id="queue-files" className="studio:text-2xl">
            {seesAll ? 'Files' : 'Your files'}
          </h2>
          {overview.counts.failed > overview.counts.hopeless && (
            <Button
              look="secondary"
              size="small"
              pending={retryFailed.isPending}
              onClick={() => retryFailed.mutate(null)}
            >
              Retry all failed
            </Button>
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState title="Nothing here" icon={<CircleCheck />}>
            {state === null
              ? 'Every file is ready. New uploads show up here by themselves.'
              : 'No file is in this state.'}
          </EmptyState>
        ) : (
          <RowList>
            {rows.map((file) => (
              <QueueRow key={file.id} file={file} onOpen={() => setOpened(file)} />
            ))}
          </RowList>
        )}
        {queue.hasNextPage && (
          <div className="studio:mt-4">
            <Button
              look="secondary"
              size="small"
              pending={queue.isFetchingNextPage}
              onClick={() => void queue.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </section>
      <ActivityChart />
      {seesAll && overview.workers.length > 0 && <WorkerList workers={overview.workers} />}
      {seesAll && <DeedList />}
      {seesAll && (
        <p className="studio:text-sm">
          <a
            href={QUEUE_BOARD_PATH}
            target="_blank"
            rel="noreferrer"
            className="studio:inline-flex studio:items-center studio:gap-1 studio:underline"
          >
            Open the board for experts
            <ExternalLink size={14} aria-hidden="true" />
            <span className="g-visually-hidden">(in a new tab)</span>
          </a>
        </p>
      )}
      {opened && <QueueItemDialog id={opened.id} name={opened.originalName} onClose={() => setOpened(null)} />}
    </div>
  )
}
