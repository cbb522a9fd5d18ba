import './chapter-list.css'
import { useStore } from '@griot/shell-sdk/react'
import { formatDuration } from '@griot/ui/format'
import { useId } from 'react'
import { chaptersAround } from './chapters.ts'
import type { PlaybackProps } from './controls.tsx'

/** Buttons that seek to the chapters of the loaded episode, if there are any. */
export function ChapterList({ playback: { player, chapters }, snapshot: { position, duration } }: PlaybackProps) {
  const list = useStore(chapters.state)
  const titleId = useId()
  const { current } = chaptersAround(list, position)
  if (list.length === 0) return null
  const handleChapter = (start: number) => {
    player.seek(start)
    player.play()
  }
  return (
    <section className="chapter-list" aria-labelledby={titleId}>
      <h3 id={titleId}>Chapters</h3>
      <ol>
        {list.map((chapter) => (
          <li key={chapter.start}>
            <button
              type="button"
              aria-current={chapter === current ? 'true' : undefined}
              onClick={() => handleChapter(chapter.start)}
            >
              <span className="player-time">{formatDuration(chapter.start, duration)}</span>
              <span>{chapter.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
