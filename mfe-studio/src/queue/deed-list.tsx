import { formatAgo, formatDayTime } from '@griot/ui/format'
import { ListSection, Row, RowList } from '../row-list.tsx'
import { useQueueDeeds } from './api.ts'
import { deedText } from './deeds.ts'

/** What people did to the queue, and when: for admins. */
export function DeedList() {
  const deeds = useQueueDeeds(true)
  if (!deeds.data || deeds.data.length === 0) return null
  return (
    <ListSection title="What people did">
      <RowList>
        {deeds.data.map((deed) => (
          <Row
            key={`${deed.at} ${deed.action}`}
            title={deedText(deed)}
            facts={`${formatAgo(deed.at)} · ${formatDayTime(deed.at)}`}
          />
        ))}
      </RowList>
    </ListSection>
  )
}
