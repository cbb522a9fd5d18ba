import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatAgo, formatPoints } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import { useEpisodeHistory, useMarkPlayed } from '../history/api.ts'

export function ProgressCard({ episode }: { episode: Episode }) {
  const heard = useEpisodeHistory(episode.id)
  const mark = useMarkPlayed(episode)

  return (
    <Card>
      <h2 className="listener:text-xl">Your Progress</h2>
      <div className="listener:mt-3 listener:grid listener:gap-3">
        {heard.isPending && <Skeleton height="3.5rem" />}
        {heard.isError && <LoadFailed what="your progress" onRetry={heard.refetch} />}
        {heard.isSuccess && (
          <>
            <Heard episode={episode} entry={heard.data} />
            {!heard.data?.completed && episode.audioUrl !== null && (
              <div>
                <Button look="secondary" size="small" pending={mark.isPending} onClick={() => mark.mutate(heard.data)}>
                  {!mark.isPending && <Check aria-hidden="true" />}
                  Mark as played
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

/** Live while the episode sounds, else what is remembered. */
function Heard({ episode, entry }: { episode: Episode; entry: HistoryEntry | null }) {
  const { player } = useShell()
  const isHidden = usePointsHidden()
  const livePercent = useStore(player.state, ({ episode: playing, position, duration }) =>
    playing?.id === episode.id && duration > 0 ? Math.floor((position / duration) * 100) : null,
  )
  const percent = Math.max(livePercent ?? 0, Math.floor(entry?.progress ?? 0))

  if (!entry && livePercent === null) {
    return (
      <p className="listener:text-muted">
        Not started yet. {episode.audioUrl !== null && 'Press Play, and your place is kept on every device.'}
      </p>
    )
  }
  return (
    <>
      <Progress label="Listened so far" value={percent} />
      <p className="listener:text-sm listener:text-muted">
        {entry?.completed ? 'Completed' : `${percent}% listened`}
        {entry && !isHidden && ` · ${formatPoints(entry.earnedPoints)}`}
        {entry && ` · ${formatAgo(entry.lastListenedAt)}`}
      </p>
    </>
  )
}
