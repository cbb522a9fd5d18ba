import { useStore } from '@griot/shell-sdk/react'
import { IconButton } from '@griot/ui/icon-button'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ChapterStart, chaptersAround } from './chapters.ts'
import type { PlaybackProps } from './controls.tsx'
import { WaveformProgress } from './waveform-slider.tsx'

/** The progress slider with the chapters, if there are any. */
export function ChapterProgress(props: PlaybackProps) {
  const chapters = useStore(props.playback.chapters.state)
  return (
    <div className="chapter-progress">
      {chapters.length > 0 && <ChapterLine {...props} chapters={chapters} />}
      <WaveformProgress {...props} chapters={chapters} />
    </div>
  )
}

interface ChapterLineProps extends PlaybackProps {
  chapters: readonly ChapterStart[]
}

function ChapterLine({ playback, snapshot, chapters }: ChapterLineProps) {
  const { current, previous, next } = chaptersAround(chapters, snapshot.position)
  return (
    <div className="chapter-line">
      <IconButton label="Previous chapter" disabled={!previous} onClick={playback.chapters.previous}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <p>{current?.title}</p>
      <IconButton label="Next chapter" disabled={!next} onClick={playback.chapters.next}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  )
}
