import { Card } from '@griot/ui/card'
import { formatNumber } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import { useLibraryCounts } from '../history/api.ts'

export function LibraryCounts() {
  const counts = useLibraryCounts()

  return (
    <dl className="listener:grid listener:grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] listener:gap-2 listener:sm:gap-4">
      <Count term="Favorites" value={counts.data?.favorites} isFailed={counts.isError} />
      <Count term="Listened" value={counts.data?.listened} isFailed={counts.isError} />
      <Count term="Completed" value={counts.data?.completed} isFailed={counts.isError} />
    </dl>
  )
}

function Count({ term, value, isFailed }: { term: string; value: number | undefined; isFailed: boolean }) {
  return (
    <Card className="listener:flex listener:flex-col-reverse listener:p-4 listener:sm:p-5">
      <dt className="listener:text-sm listener:text-muted">{term}</dt>
      <dd className="listener:font-display listener:text-3xl listener:font-bold listener:tabular-nums">
        {value !== undefined && formatNumber(value)}
        {value === undefined && (isFailed ? '–' : <Skeleton width="2.5rem" height="2.25rem" />)}
      </dd>
    </Card>
  )
}
