import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import { useHistory } from '../history/api.ts'
import { useEpisodes } from '../shows/api.ts'

export function YourProgress({ podcastId }: { podcastId: string }) {
  const { session } = useShell()
  const user = useStore(session.user)
  return (
    <Card>
      <h2 className="listener:text-xl">Your Progress</h2>
      <div className="listener:mt-3">
        {user ? (
          <Heard podcastId={podcastId} />
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

function Heard({ podcastId }: { podcastId: string }) {
  const history = useHistory()
  const episodes = useEpisodes(podcastId)

  if (history.isError) return <LoadFailed what="your progress" onRetry={history.refetch} />
  if (history.isPending || episodes.isPending) return <Skeleton height="3rem" />

  const heard = history.data.filter((entry) => entry.podcastId === podcastId)
  const completed = heard.filter((entry) => entry.completed).length
  const total = episodes.data?.length ?? heard.length
  if (heard.length === 0)
    return <p className="listener:text-muted">Not started yet. The first episode is a good one.</p>

  return (
    <div className="listener:grid listener:gap-2">
      <p>
        <strong className="listener:tabular-nums">
          {completed} of {total}
        </strong>{' '}
        episodes completed
      </p>
      <Progress label="Episodes completed" value={total > 0 ? (completed / total) * 100 : 0} />
    </div>
  )
}
