import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { read } from '@griot/shell-sdk/read'
import { IconButton } from '@griot/ui/icon-button'
import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo } from 'react'
import { type Chapter, chaptersAround, readChapters } from './chapters.ts'
import type { PlaybackProps } from './controls.tsx'
import { WaveformProgress } from './waveform-slider.tsx'

interface ChapterProgressProps extends PlaybackProps {
  episodeId: string
}

/** The progress slider with the chapters of the show notes, if there are any. */
export function ChapterProgress({ episodeId, ...props }: ChapterProgressProps) {
  const { duration } = props.snapshot
  const { data } = useQuery(read(GetEpisode, { params: { id: episodeId } }))
  const notes = data?.description ?? ''
  const chapters = useMemo(() => readChapters(notes, duration), [notes, duration])
  return (
    <div className="chapter-progress">
      {chapters.length > 0 && <ChapterLine {...props} chapters={chapters} />}
      <WaveformProgress {...props} chapters={chapters} />
    </div>
  )
}

function ChapterLine({ playback: { player }, snapshot, chapters }: PlaybackProps & { chapters: Chapter[] }) {
  const { current, previous, next } = chaptersAround(chapters, snapshot.position)
  return (
    <div className="chapter-line">
      <IconButton label="Previous chapter" disabled={!previous} onClick={() => previous && player.seek(previous.start)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <p>{current?.title}</p>
      <IconButton label="Next chapter" disabled={!next} onClick={() => next && player.seek(next.start)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  )
}
