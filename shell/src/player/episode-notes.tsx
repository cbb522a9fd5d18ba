import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { read } from '@griot/shell-sdk/read'
import { QueryStates } from '@griot/ui/query-states'
import { ShowNotes } from '@griot/ui/show-notes'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { PlaybackProps } from './controls.tsx'

interface EpisodeNotesProps extends PlaybackProps {
  episodeId: string
}

/** The show notes of the loaded episode. Their times seek. */
export function EpisodeNotes({ playback: { player }, snapshot: { duration }, episodeId }: EpisodeNotesProps) {
  const episode = useQuery(read(GetEpisode, { params: { id: episodeId } }))
  const handleTime = (seconds: number) => {
    player.seek(seconds)
    player.play()
  }
  return (
    <section className="full-player-notes">
      <h3>Show notes</h3>
      <QueryStates query={episode} what="the show notes" skeleton={<NotesSkeleton />}>
        {(data) =>
          data.description.trim() === '' ? (
            <p className="text-muted">This episode has no show notes.</p>
          ) : (
            <ShowNotes
              notes={data.description}
              html={data.notesHtml}
              duration={duration || data.duration}
              onTime={handleTime}
            />
          )
        }
      </QueryStates>
    </section>
  )
}

function NotesSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton count={3} />
    </div>
  )
}
