import { Card } from '@griot/ui/card'
import { formatNumber } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import { useFavorites } from '../favorites/api.ts'
import { useCompletedCount } from '../history/api.ts'
import { usePoints } from '../points.ts'

export function LibraryCounts() {
  const favorites = useFavorites()
  const points = usePoints()
  const completed = useCompletedCount()

  return (
    <dl className="listener:grid listener:grid-cols-3 listener:gap-2 listener:sm:gap-4">
      <Count term="Favorites" value={favorites.data?.length} isFailed={favorites.isError} />
      <Count term="Listened" value={points.data?.episodesListened} isFailed={points.isError} />
      <Count term="Completed" value={completed.count} isFailed={completed.isFailed} />
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
