import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { LoadFailed } from '@griot/ui/load-failed'
import { ShowNotes } from '@griot/ui/show-notes'
import { Skeleton } from '@griot/ui/skeleton'
import type { QueryClient } from '@tanstack/react-query'
import type { PlaybackProps } from './controls.tsx'
import { useFetched } from './use-fetched.ts'

interface EpisodeNotesProps extends PlaybackProps {
  episodeId: string
  queryClient: QueryClient
}

/** The show notes of the loaded episode. Their times seek. */
export function EpisodeNotes({
  playback: { player },
  snapshot: { duration },
  episodeId,
  queryClient,
}: EpisodeNotesProps) {
  const { data, hasFailed, refetch } = useFetched(queryClient, GetEpisode, { params: { id: episodeId } })
  const handleTime = (seconds: number) => {
    player.seek(seconds)
    player.play()
  }
  return (
    <section className="full-player-notes">
      <h3>Show notes</h3>
      {hasFailed ? (
        <LoadFailed what="the show notes" onRetry={refetch} />
      ) : data === undefined ? (
        <div className="grid gap-2" role="status" aria-label="Loading the show notes">
          <Skeleton count={3} />
        </div>
      ) : data.description.trim() === '' ? (
        <p className="text-muted">This episode has no show notes.</p>
      ) : (
        <ShowNotes notes={data.description} duration={duration || data.duration} onTime={handleTime} />
      )}
    </section>
  )
}
