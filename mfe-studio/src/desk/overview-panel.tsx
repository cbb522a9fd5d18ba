import { GetOverview } from '@griot/contracts/overview'
import { read } from '@griot/shell-sdk/read'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { LoadFailed } from '@griot/ui/load-failed'
import { QueryStates } from '@griot/ui/query-states'
import { Section } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { FigureGrid, Figures } from './overview-figures.tsx'
import { Processes } from './overview-processes.tsx'

const REFETCH_SECONDS = 30

/** The state of the processes and the figures of the last 24 hours. */
export function OverviewPanel() {
  const overview = useQuery({
    ...read(GetOverview, {}),
    // TanStack Query refetches only while the page is visible.
    refetchInterval: REFETCH_SECONDS * 1_000,
    refetchOnMount: 'always',
  })
  return (
    <QueryStates query={overview} what="the overview" skeleton={<OverviewSkeleton />}>
      {(latest) => (
        <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-8">
          {overview.isError && (
            <LoadFailed what="the latest figures" error={overview.error} onRetry={overview.refetch} />
          )}
          <div className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-3">
            <p className="studio:text-sm studio:text-muted">
              Last refresh at <time dateTime={latest.at}>{timeText(latest.at)}</time>. The figures refresh every{' '}
              {REFETCH_SECONDS} seconds while this page is visible.
            </p>
            <Button look="secondary" size="small" pending={overview.isFetching} onClick={() => overview.refetch()}>
              Refresh
            </Button>
          </div>
          <Processes processes={latest.processes} />
          <Figures overview={latest} />
        </div>
      )}
    </QueryStates>
  )
}

const timeText = (at: string) => new Date(at).toLocaleTimeString('en-US')

function OverviewSkeleton() {
  return (
    <Section title="Figures">
      <FigureGrid>
        {Array.from({ length: 8 }, (_, at) => `card ${at}`).map((card) => (
          <Card key={card} className="studio:grid studio:gap-2">
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="40%" height="2rem" />
            <Skeleton width="75%" height="1.25rem" />
          </Card>
        ))}
      </FigureGrid>
    </Section>
  )
}
