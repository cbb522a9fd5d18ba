import type { QueueWorker } from '@griot/contracts/queue'
import { Badge } from '@griot/ui/badge'
import { formatAgo } from '@griot/ui/format'
import { ListSection, Row, RowList } from '../row-list.tsx'

/** Who works, and who did until lately and did not say goodbye. */
export function WorkerList({ workers }: { workers: readonly QueueWorker[] }) {
  return (
    <ListSection title="Workers">
      <RowList>
        {workers.map((worker) => (
          <Row
            key={worker.id}
            title={`${worker.host} · process ${worker.pid}`}
            facts={`seen ${formatAgo(worker.seenAt)} · started ${formatAgo(worker.startedAt)}`}
            end={worker.isAlive ? <Badge tone="teal">Running</Badge> : <Badge tone="danger">Gone</Badge>}
          />
        ))}
      </RowList>
    </ListSection>
  )
}
