import type { FullPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import { showPagePath } from '@griot/contracts/public-addresses'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button, buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { capitalized, counted } from '@griot/ui/format'
import CalendarDays from 'lucide-react/icons/calendar-days'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headphones from 'lucide-react/icons/headphones'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import { Link } from 'react-router-dom'
import { ContributedActions } from '../contributed-actions.tsx'
import { DetailHead } from '../detail-screen.tsx'
import { EmptyShowNote, HiddenNote } from '../hidden-note.tsx'
import { FavoriteButton } from '../library/favorite-button.tsx'
import { LongText } from '../long-text.tsx'
import { PrivateFeedButton } from '../private-feeds/private-feed-button.tsx'
import { ReportButton } from '../reports/report-button.tsx'
import { ShareButton } from '../share-button.tsx'
import { categoryPage, hostSearch } from '../shows/links.ts'
import { ListenButton } from '../shows/listen-button.tsx'

export function PodcastHead({ podcast }: { podcast: FullPodcast }) {
  return (
    <DetailHead
      cover={
        <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} eager className="listener:shadow-l" />
      }
    >
      <Link to={categoryPage(podcast.category)}>
        <Badge tone="terracotta">{capitalized(podcast.category)}</Badge>
      </Link>
      <h1 className="g-screen-title listener:mt-3">{podcast.title}</h1>
      <p className="listener:mt-2 listener:text-lg">
        with{' '}
        <Link to={hostSearch(podcast.hostName)} className="listener:underline listener:underline-offset-4">
          {podcast.hostName}
        </Link>
      </p>
      <Facts podcast={podcast} />
      <HiddenNote what="show" reason={podcast.hiddenReason} />
      {podcast.isListed === false && podcast.hiddenReason === undefined && <EmptyShowNote />}
      <LongText
        text={podcast.description}
        html={podcast.descriptionHtml}
        about={podcast.title}
        className="listener:mt-4 listener:max-w-2xl"
      />
      <div className="listener:mt-6 listener:flex listener:flex-wrap listener:gap-3">
        {podcast.episodeCount > 0 && <ListenButton podcast={podcast} namesEpisode look="primary" size="medium" />}
        <FavoriteButton podcastId={podcast.id} />
        <ShareButton
          title={podcast.title}
          address={() => (podcast.isListed === false ? `/podcast/${podcast.id}` : showPagePath(podcast.id))}
        />
        <TipButton podcast={podcast} />
        <EditLink podcast={podcast} />
        <ContributedActions on="podcast" subject={{ episodeId: null, podcastId: podcast.id }} />
        <PrivateFeedButton podcast={podcast} />
        <ReportButton subject="podcast" id={podcast.id} title={podcast.title} ownerId={podcast.hostId} />
      </div>
    </DetailHead>
  )
}

function Facts({ podcast }: { podcast: Podcast }) {
  return (
    <ul className="listener:mt-3 listener:flex listener:flex-wrap listener:gap-x-5 listener:gap-y-1 listener:text-muted listener:[&>li]:flex listener:[&>li]:items-center listener:[&>li]:gap-1.5">
      <li>
        <Headphones size={17} aria-hidden="true" />
        {counted(podcast.listeners, 'listener')}
      </li>
      <li>
        <Star size={17} aria-hidden="true" />
        <span className="g-visually-hidden">Rating</span>
        {podcast.rating.toFixed(1)}
      </li>
      <li>
        <CalendarDays size={17} aria-hidden="true" />
        {podcast.frequency}
      </li>
    </ul>
  )
}

/** Leads the host to the settings of the show in the studio. */
function EditLink({ podcast: { id, hostId } }: { podcast: Podcast }) {
  const user = useStore(useShell().session.user)
  if (user?.id !== hostId) return null
  return (
    <Link to={`/studio/${id}?tab=settings`} {...buttonLook({ look: 'secondary' })}>
      <Pencil aria-hidden="true" />
      Edit
    </Link>
  )
}

/** Hidden from the host, who cannot tip their own podcast. */
function TipButton({ podcast }: { podcast: Podcast }) {
  const { events, session } = useShell()
  const user = useStore(session.user)
  if (user?.id === podcast.hostId) return null

  const handleTip = () =>
    events.emit('tip.open', {
      podcastId: podcast.id,
      podcastTitle: podcast.title,
      receiverId: podcast.hostId,
      receiverName: podcast.hostName,
      episodeId: null,
    })
  return (
    <Button look="secondary" onClick={handleTip}>
      <HandCoins aria-hidden="true" />
      Tip Creator
    </Button>
  )
}
