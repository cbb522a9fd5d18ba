import type { QueueBulk, QueueRow as QueuedFile, QueueOverview } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { counted, formatNumber } from '@griot/ui/format'
import { type ReactNode, useState } from 'react'
import type { BulkRequest } from './api.ts'
import { BulkButton } from './bulk.tsx'
import { filterOf, type QueueRequest, totalOf } from './filter.ts'
import { QueueRow } from './queue-row.tsx'

interface QueueTableProps {
  overview: QueueOverview
  request: QueueRequest
  isAdmin: boolean
  onPerson: (ownerId: string) => void
  onOpen: (file: QueuedFile) => void
}

const ACTIONS = ['retry', 'cancel', 'clear'] as const
const HEAD = 'studio:px-2 studio:py-2 studio:text-start studio:font-normal'

/** A table, and cards on a phone. The selected files, or all that match the filter, can be changed together. */
export function QueueTable({ overview: { rows, counts }, request, isAdmin, onPerson, onOpen }: QueueTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isEverything, setEverything] = useState(false)
  // Files that left the list are not changed.
  const chosen = rows.filter(({ id }) => isEverything || selected.has(id))
  const isAll = rows.length > 0 && chosen.length === rows.length
  const total = totalOf(counts, request.state, isAdmin)
  const select = (ids: readonly string[], isSelected: boolean) => {
    const kept = isEverything ? rows.map(({ id }) => id) : selected
    const next = new Set(kept)
    for (const id of ids) isSelected ? next.add(id) : next.delete(id)
    setSelected(next)
    setEverything(false)
  }
  const clear = () => {
    setSelected(new Set())
    setEverything(false)
  }

  return (
    <>
      <div className="studio:flex studio:min-h-12 studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-2">
        <label className="studio:flex studio:items-center studio:gap-3 studio:text-sm">
          <input
            type="checkbox"
            className="studio:size-6 studio:accent-ink"
            checked={isAll}
            onChange={({ target }) =>
              select(
                rows.map(({ id }) => id),
                target.checked,
              )
            }
          />
          Select all shown
        </label>
        {isAll && !isEverything && total > rows.length && (
          <Button look="quiet" size="small" onClick={() => setEverything(true)}>
            Select all {formatNumber(total)} that match
          </Button>
        )}
        {chosen.length > 0 && (
          <BulkBar number={isEverything ? total : chosen.length} onClear={clear}>
            {ACTIONS.map((action) => {
              const body: BulkRequest = isEverything
                ? { action, filter: filterOf(request) }
                : { action, mediaFileIds: chosen.filter((file) => canChange(action, file)).map(({ id }) => id) }
              const count = body.mediaFileIds?.length ?? totalOf(counts, request.state, isAdmin, action)
              return count > 0 && <BulkButton key={action} count={count} request={body} onStarted={clear} />
            })}
          </BulkBar>
        )}
      </div>
      <table className="studio:block studio:w-full studio:border-collapse studio:lg:table">
        <caption className="g-visually-hidden">Files in the queue</caption>
        <TableHead isAdmin={isAdmin} />
        <tbody className="studio:block studio:lg:table-row-group">
          {rows.map((file) => (
            <QueueRow
              key={file.id}
              file={file}
              isSelected={isEverything || selected.has(file.id)}
              onSelect={(isSelected) => select([file.id], isSelected)}
              onPerson={isAdmin ? () => onPerson(file.ownerId) : undefined}
              onOpen={() => onOpen(file)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function TableHead({ isAdmin }: { isAdmin: boolean }) {
  return (
    <thead className="studio:hidden studio:text-sm studio:text-muted studio:lg:table-header-group">
      <tr>
        <td />
        {['File', ...(isAdmin ? ['Person'] : []), 'State'].map((title) => (
          <th key={title} scope="col" className={HEAD}>
            {title}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

const canChange = (action: QueueBulk['action'], { state, isHopeless }: QueuedFile) => {
  if (action === 'cancel') return ['waiting', 'active', 'retrying'].includes(state)
  const isOver = state === 'failed' || state === 'cancelled'
  return action === 'retry' ? isOver && !isHopeless : isOver || state === 'ready'
}

interface BulkBarProps {
  number: number
  onClear: () => void
  children: ReactNode
}

function BulkBar({ number, onClear, children }: BulkBarProps) {
  return (
    <section aria-label="Selected files" className="studio:flex studio:flex-wrap studio:items-center studio:gap-2">
      <p role="status" className="studio:text-sm studio:font-semibold">
        {counted(number, 'file')} selected
      </p>
      {children}
      <Button look="quiet" size="small" onClick={onClear}>
        Select none
      </Button>
    </section>
  )
}
