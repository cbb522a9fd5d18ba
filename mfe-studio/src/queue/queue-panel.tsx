import {
  type QueueHealth as Health,
  QUEUE_BOARD_PATH,
  type QueueAuditEntry,
  type QueueRow as QueuedFile,
  type QueueOverview,
} from '@griot/contracts/queue'
import { useCan } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { counted, formatAgo, formatDayTime, formatNumber } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { ActionButton } from '../action.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { useQueue, useQueueActions, useQueueEvents, useSetPaused } from './api.ts'
import { BulkButton, BulkProgress } from './bulk.tsx'
import { countIn, filterOf, type QueueRequest, useQueueRequest } from './filter.ts'
import { QueueFilters, StateFilter } from './queue-filters.tsx'
import { QueueItemDialog, queueActionText } from './queue-item-dialog.tsx'
import { QueueTable } from './queue-table.tsx'

/** The processing queue: all files for admins, otherwise the user's own files. */
export function QueuePanel() {
  const seesAll = useCan('queue.see-all')
  const address = useQueueRequest()
  const { request, set } = address
  const [opened, setOpened] = useState<QueuedFile | null>(null)
  const queue = useQueue(request)
  useQueueEvents(request)

  return (
    <QueryStates query={queue} what="the queue" skeleton={<RowListSkeleton />}>
      {(overview) => (
        <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-5">
          {queue.isError && !queue.isFetchNextPageError && (
            <LoadFailed what="the latest state of the queue" error={queue.error} onRetry={queue.refetch} />
          )}
          <QueueHealth overview={overview} isAdmin={seesAll} />
          <StateFilter counts={overview.counts} address={address} />
          <QueueFilters
            address={address}
            person={overview.rows.find(({ ownerId }) => ownerId === request.ownerId)?.ownerName}
          />
          <BulkProgress />
          <Section
            title={seesAll ? 'Files' : 'Your files'}
            aside={<QuickActions overview={overview} request={request} />}
          >
            {overview.rows.length === 0 ? (
              <NoFiles overview={overview} request={request} onUnfixable={() => set('state', 'hopeless')} />
            ) : (
              <QueueTable
                // Another list begins without a selection.
                key={JSON.stringify(request)}
                overview={overview}
                request={request}
                isAdmin={seesAll}
                onPerson={(ownerId) => set('ownerId', ownerId)}
                onOpen={setOpened}
              />
            )}
            <ShowMore pages={queue} what="of the queue" />
          </Section>
          <ActivityChart />
          {seesAll && <ForAdmins overview={overview} />}
          {opened && <QueueItemDialog id={opened.id} name={opened.originalName} onClose={() => setOpened(null)} />}
        </div>
      )}
    </QueryStates>
  )
}

const isFiltered = ({ sort: _, ...filter }: QueueRequest) => Object.keys(filter).length > 0

interface NoFilesProps {
  overview: QueueOverview
  request: QueueRequest
  onUnfixable: () => void
}

/** The list of all states omits files that only their owners can replace. */
function NoFiles({ overview: { counts }, request, onUnfixable }: NoFilesProps) {
  if (isFiltered(request) || counts.hopeless === 0) {
    return (
      <EmptyState title="No files" icon={<CircleCheck />}>
        {isFiltered(request)
          ? 'No files match this filter.'
          : 'Nothing waits and nothing failed. New uploads appear here.'}
      </EmptyState>
    )
  }
  const show = (
    <Button look="secondary" onClick={onUnfixable}>
      Show {counted(counts.hopeless, 'file')}
    </Button>
  )
  return (
    <EmptyState title="Nothing to do" icon={<CircleCheck />} action={show}>
      {counts.hopeless === 1
        ? 'One file needs another recording from its owner, who has a notice.'
        : `${formatNumber(counts.hopeless)} files need other recordings from their owners, who have a notice.`}
    </EmptyState>
  )
}

const QUICK = [
  { text: 'Retry all failed', action: 'retry', state: 'fixable' },
  { text: 'Clear failed', action: 'clear', state: 'failed' },
  { text: 'Clear canceled', action: 'clear', state: 'cancelled' },
] as const

/** Actions on all files that match search, person and kind. */
function QuickActions({ overview: { counts }, request }: { overview: QueueOverview; request: QueueRequest }) {
  return (
    <div className="studio:flex studio:flex-wrap studio:gap-2">
      {QUICK.map(({ text, action, state }) => {
        const count = countIn(counts, state)
        const filter = { ...filterOf(request), state }
        return count > 0 && <BulkButton key={text} text={text} count={count} request={{ action, filter }} />
      })}
    </div>
  )
}

/** Running workers, workers that stopped recently without an end message, and the latest actions. */
function ForAdmins({ overview: { workers } }: { overview: QueueOverview }) {
  const { data: actions = [] } = useQueueActions(true)
  return (
    <>
      {workers.length > 0 && (
        <Section title="Workers">
          <RowList>
            {workers.map((worker) => (
              <Row
                key={worker.id}
                title={`${worker.host} · process ${worker.pid}`}
                facts={`seen ${formatAgo(worker.seenAt)} · started ${formatAgo(worker.startedAt)}`}
                end={worker.isAlive ? <Badge tone="teal">Running</Badge> : <Badge tone="danger">Stopped</Badge>}
              />
            ))}
          </RowList>
        </Section>
      )}
      {actions.length > 0 && (
        <Section title="Recent actions">
          <RowList>
            {actions.map((action) => (
              <Row
                key={`${action.at} ${action.action}`}
                title={queueActionText(action, filesOf(action))}
                facts={`${formatAgo(action.at)} · ${formatDayTime(action.at)}`}
              />
            ))}
          </RowList>
        </Section>
      )}
      <p className="studio:text-sm">
        <a
          href={QUEUE_BOARD_PATH}
          target="_blank"
          rel="noreferrer"
          className="studio:inline-flex studio:items-center studio:gap-1 studio:underline"
        >
          Open the queue dashboard
          <ExternalLink size={14} aria-hidden="true" />
          <span className="g-visually-hidden">(in a new tab)</span>
        </a>
      </p>
    </>
  )
}

const filesOf = ({ files, originalName }: QueueAuditEntry) =>
  originalName ?? (files > 1 ? `${files} files` : 'a deleted file')

const HEALTH: Record<Health, { title: string; text: string; look: string; Icon: typeof CircleCheck }> = {
  ok: {
    title: 'The queue is working',
    text: 'Files are processed as soon as a worker is free.',
    look: 'studio:bg-teal-wash studio:text-teal',
    Icon: CircleCheck,
  },
  paused: {
    title: 'The queue is paused',
    text: 'New files wait until an admin resumes it.',
    look: 'studio:bg-points-wash studio:text-points',
    Icon: CirclePause,
  },
  no_worker: {
    title: 'No worker is running',
    text: 'Files are stored, and are processed when a worker starts.',
    look: 'studio:bg-danger-wash studio:text-danger',
    Icon: CircleAlert,
  },
  unreachable: {
    title: 'The queue is unavailable',
    text: 'No files are lost. Processing continues when the queue is available again.',
    look: 'studio:bg-danger-wash studio:text-danger',
    Icon: CircleAlert,
  },
}

function QueueHealth({ overview, isAdmin }: { overview: QueueOverview; isAdmin: boolean }) {
  const { health, oldestWaiting, workers } = overview
  const setPaused = useSetPaused()
  const { title, text, look, Icon } = HEALTH[health]
  const alive = workers.filter(({ isAlive }) => isAlive).length
  const actions = useQueueActions(isAdmin)
  const pause = health === 'paused' ? actions.data?.find(({ action }) => action === 'pause') : undefined
  const facts = [
    pause && `paused by ${pause.actorName || 'someone'} ${formatAgo(pause.at)}`,
    isAdmin && `${alive === 1 ? '1 worker' : `${alive} workers`} running`,
    isAdmin && alive === 0 && workers[0] && `last seen ${formatAgo(workers[0].seenAt)}`,
    oldestWaiting && `longest wait began ${formatAgo(oldestWaiting)}`,
  ].filter(Boolean)

  return (
    <div
      className={`studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-3 studio:rounded-m studio:px-4 studio:py-3 ${look}`}
    >
      <div role="status" className="studio:flex studio:flex-1 studio:basis-56 studio:items-start studio:gap-3">
        <Icon size={22} aria-hidden="true" className="studio:mt-0.5 studio:flex-none" />
        <div>
          <p className="studio:font-semibold">{title}</p>
          <p className="studio:text-sm studio:text-ink">{text}</p>
          {facts.length > 0 && (
            <p className="studio:text-sm studio:text-ink studio:first-letter:uppercase">{facts.join(' · ')}</p>
          )}
        </div>
      </div>
      {isAdmin && health !== 'unreachable' && (
        <ActionButton text={health === 'paused' ? 'Resume' : 'Pause'} action={setPaused} input={health !== 'paused'} />
      )}
    </div>
  )
}
