import { buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Cover } from '@griot/ui/cover'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { Link } from 'react-router-dom'
import { usePodcast } from '../shows/api.ts'

export function PodcastPanel({ podcastId }: { podcastId: string }) {
  const podcast = usePodcast(podcastId)
  if (podcast.isError) return <LoadFailed what="its podcast" onRetry={podcast.refetch} />
  return (
    <Card>
      <h2 className="listener:text-xl">From the podcast</h2>
      {podcast.isPending ? (
        <Skeleton height="4rem" className="listener:mt-3" />
      ) : (
        <div className="listener:mt-3 listener:flex listener:items-center listener:gap-3">
          <Cover
            id={podcast.data.id}
            title={podcast.data.title}
            src={podcast.data.coverImage}
            className="listener:w-16"
          />
          <div className="listener:min-w-0">
            <p className="listener:font-semibold listener:wrap-anywhere">{podcast.data.title}</p>
            <p className="listener:text-sm listener:wrap-anywhere listener:text-muted">{podcast.data.hostName}</p>
          </div>
        </div>
      )}
      <Link
        to={`/podcast/${podcastId}`}
        {...buttonLook({ look: 'secondary', size: 'small', wide: true })}
        style={{ marginBlockStart: '1rem' }}
      >
        View Podcast
      </Link>
    </Card>
  )
}
