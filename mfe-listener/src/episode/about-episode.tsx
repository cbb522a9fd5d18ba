import type { FullEpisode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { Section } from '@griot/ui/section'
import { ShowNotes } from '@griot/ui/show-notes'
import { usePodcast } from '../shows/api.ts'

/** The description. Links open, and times such as 12:30 play from that position. */
export function AboutEpisode({ episode }: { episode: FullEpisode }) {
  const { player } = useShell()
  const podcast = usePodcast(episode.podcastId)
  const canPlay = episode.audioUrl !== null && podcast.isSuccess

  const handleTime = (seconds: number) => {
    if (player.state.get().episode?.id === episode.id) {
      player.seek(seconds)
      player.play()
    } else if (podcast.data) void player.load({ episode, podcast: podcast.data, startAt: seconds })
  }

  return (
    <Section title="About this episode" size="large">
      <ShowNotes
        notes={episode.description}
        html={episode.notesHtml}
        duration={episode.duration}
        onTime={canPlay ? handleTime : undefined}
        className="listener:max-w-2xl listener:text-lg"
      />
    </Section>
  )
}
