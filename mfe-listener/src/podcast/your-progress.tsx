import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import { useLibraryCounts } from '../history/api.ts'

export function YourProgress({ podcast }: { podcast: FullPodcast }) {
  const { session } = useShell()
  const user = useStore(session.user)
  return (
    <Card>
      <h2 className="listener:text-xl">Your Progress</h2>
      <div className="listener:mt-3">
        {user ? (
          <Heard podcast={podcast} />
        ) : (
          <div className="listener:grid listener:justify-items-start listener:gap-3">
            <p className="listener:text-muted">Log in to track your progress</p>
            <Button look="secondary" size="small" onClick={() => session.signIn()}>
              Log In
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Heard({ podcast }: { podcast: FullPodcast }) {
  const counts = useLibraryCounts(podcast.id)

  if (counts.isError) return <LoadFailed what="your progress" onRetry={counts.refetch} />
  if (counts.isPending) return <Skeleton height="3rem" />
  if (counts.data.listened === 0) {
    return (
      <p className="listener:text-muted">
        {podcast.episodeCount === 0
          ? 'It starts with the first episode.'
          : 'Not started yet. The first episode is a good one.'}
      </p>
    )
  }

  // The history keeps episodes that their creator has taken down since.
  const total = Math.max(podcast.episodeCount, counts.data.completed)
  return (
    <div className="listener:grid listener:gap-2">
      <p>
        <strong className="listener:tabular-nums">
          {counts.data.completed} of {total}
        </strong>{' '}
        {total === 1 ? 'episode' : 'episodes'} completed
      </p>
      <Progress label="Episodes completed" value={total > 0 ? (counts.data.completed / total) * 100 : 0} />
    </div>
  )
}
