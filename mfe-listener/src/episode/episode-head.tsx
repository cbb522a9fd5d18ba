import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { episodeAddress } from '@griot/shell-sdk/share'
import { Badge } from '@griot/ui/badge'
import { Cover } from '@griot/ui/cover'
import { episodeLabel, formatDate, formatDuration, spokenDuration } from '@griot/ui/format'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import { Link } from 'react-router-dom'
import { ContributedActions } from '../contributed-actions.tsx'
import { DetailHead } from '../detail-screen.tsx'
import { HiddenNote } from '../hidden-note.tsx'
import { SaveButton } from '../library/favorite-button.tsx'
import { ReportButton } from '../reports/report-button.tsx'
import { ShareButton } from '../share-button.tsx'
import { usePodcast } from '../shows/api.ts'
import { useEpisodeHistory } from '../shows/episode-history.ts'
import { EmbedButton } from './embed-button.tsx'

export function EpisodeHead({ episode }: { episode: Episode }) {
  const { player } = useShell()
  const podcast = usePodcast(episode.podcastId)
  const history = useEpisodeHistory(episode.id)

  const label = episodeLabel(episode)
  // While the episode plays, the shared link contains the position.
  const address = () => {
    const { episode: playing, position } = player.state.get()
    return episodeAddress(episode, playing?.id === episode.id ? position : 0)
  }

  return (
    <DetailHead
      cover={
        <Cover
          id={episode.podcastId}
          title={episode.podcastTitle}
          src={podcast.data?.coverImage}
          eager
          className="listener:shadow-l"
        />
      }
    >
      <p className="listener:text-lg listener:font-semibold">
        <Link to={`/podcast/${episode.podcastId}`} className="listener:text-terracotta listener:hover:underline">
          {episode.podcastTitle}
        </Link>
      </p>
      <h1 className="g-screen-title listener:mt-2">{episode.title}</h1>
      <ul className="listener:mt-4 listener:flex listener:flex-wrap listener:items-center listener:gap-x-5 listener:gap-y-2 listener:text-muted listener:[&>li]:flex listener:[&>li]:items-center listener:[&>li]:gap-1.5">
        {label && <li>{label}</li>}
        <li>
          <Clock size={17} aria-hidden="true" />
          <span aria-hidden="true">{formatDuration(episode.duration)}</span>
          <span className="g-visually-hidden">{spokenDuration(episode.duration)}</span>
        </li>
        <li>
          {episode.status === 'published' ? (
            <>
              <CalendarDays size={17} aria-hidden="true" />
              <time dateTime={episode.releaseDate}>{formatDate(episode.releaseDate)}</time>
            </>
          ) : (
            <Badge tone="points">Not published: listeners do not see this</Badge>
          )}
        </li>
        {history.data?.completed && (
          <li>
            <Badge tone="teal">
              <Check aria-hidden="true" /> Listened
            </Badge>
          </li>
        )}
      </ul>
      <HiddenNote what="episode" reason={episode.hiddenReason} />
      <div className="listener:mt-5 listener:flex listener:flex-wrap listener:gap-3">
        <SaveButton episodeId={episode.id} />
        <ShareButton title={episode.title} address={address} />
        {episode.status === 'published' && <EmbedButton id={episode.id} title={episode.title} />}
        <ContributedActions on="episode" subject={{ episodeId: episode.id, podcastId: episode.podcastId }} />
        <ReportButton subject="episode" id={episode.id} title={episode.title} ownerId={episode.hostId} />
      </div>
    </DetailHead>
  )
}
