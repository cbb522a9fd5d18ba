import type { Episode } from '@griot/contracts/catalog/episodes'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { episodeLabel, formatDate, formatDuration } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Mic from 'lucide-react/icons/mic'
import { Link } from 'react-router-dom'
import { useShow, useShowEpisodes } from './api.ts'
import { ModerationButton } from './moderation.tsx'

const EMPTY = (
  <EmptyState title="No episodes" icon={<Mic />}>
    This show has no episodes.
  </EmptyState>
)

/** The episodes of one show, for admins. */
export function ShowEpisodes({ id }: { id: string }) {
  const show = useShow(id)
  const episodes = useShowEpisodes(id)
  return (
    <>
      <Link
        to="/admin?tab=shows"
        className="studio:mb-4 studio:inline-flex studio:min-h-11 studio:items-center studio:gap-2 studio:font-semibold studio:hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={18} />
        All shows
      </Link>
      <Section title={show.data === undefined ? 'Episodes' : `Episodes of ${show.data.title}`}>
        <QueryStates query={episodes} what="the episodes" skeleton={<RowListSkeleton />} empty={EMPTY}>
          {(list) => (
            <RowList>
              {list.map((episode) => (
                <EpisodeRow key={episode.id} episode={episode} />
              ))}
            </RowList>
          )}
        </QueryStates>
        <ShowMore pages={episodes} what="of the episodes" />
      </Section>
    </>
  )
}

const STATUS: Readonly<Record<Episode['status'], string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  when_ready: 'When ready',
  published: 'Published',
}

function EpisodeRow({ episode }: { episode: Episode }) {
  const { id, podcastId, title, audioFileId, duration, releaseDate, status, hiddenReason, isHiddenWithShow } = episode
  return (
    <Row
      title={<Link to={`/episode/${id}`}>{title}</Link>}
      facts={[episodeLabel(episode), formatDuration(duration), formatDate(releaseDate)].filter(Boolean).join(' · ')}
      note={hiddenReason !== undefined && `${isHiddenWithShow ? 'Hidden with its show' : 'Hidden'}: ${hiddenReason}`}
      end={
        <>
          <Badge tone={status === 'published' ? 'teal' : 'plain'}>{STATUS[status]}</Badge>
          {hiddenReason !== undefined && <Badge tone="danger">Hidden</Badge>}
        </>
      }
      actions={
        <>
          <ModerationButton
            action={hiddenReason === undefined || isHiddenWithShow ? 'hide-episode' : 'restore-episode'}
            id={id}
            podcastId={podcastId}
            name={title}
          />
          {audioFileId !== null && (
            <ModerationButton action="remove-file" id={audioFileId} podcastId={podcastId} name={title} />
          )}
        </>
      }
    />
  )
}
