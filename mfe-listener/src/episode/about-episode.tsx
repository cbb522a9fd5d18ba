import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { spokenDuration } from '@griot/ui/format'
import { Section } from '../section.tsx'
import { usePodcast } from '../shows/api.ts'
import { readNotes } from './show-notes.ts'

const LINK = 'listener:text-terracotta listener:underline listener:underline-offset-4'

/** The creator's words; an address leads there, and a moment of the recording plays from there. */
export function AboutEpisode({ episode }: { episode: Episode }) {
  const { player } = useShell()
  const podcast = usePodcast(episode.podcastId)
  const canPlay = episode.audioUrl !== null && podcast.isSuccess

  const handleMoment = (seconds: number) => {
    if (player.state.get().episode?.id === episode.id) {
      player.seek(seconds)
      player.play()
    } else if (podcast.data) void player.load({ episode, podcast: podcast.data, startAt: seconds })
  }

  let at = 0
  return (
    <Section title="About this episode">
      <p className="listener:max-w-2xl listener:text-lg listener:whitespace-pre-line listener:wrap-anywhere">
        {readNotes(episode.description, episode.duration).map((part) => {
          const key = at
          at += part.text.length
          if (part.kind === 'link') {
            return (
              <a key={key} href={part.href} target="_blank" rel="noreferrer nofollow ugc" className={LINK}>
                {part.text}
              </a>
            )
          }
          if (part.kind === 'time' && canPlay) {
            return (
              <button
                key={key}
                type="button"
                aria-label={`Play from ${spokenDuration(part.seconds)}`}
                onClick={() => handleMoment(part.seconds)}
                className={`${LINK} listener:tabular-nums`}
              >
                {part.text}
              </button>
            )
          }
          return part.text
        })}
      </p>
    </Section>
  )
}
