import type { Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { useCan, useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDayTime, formatDuration } from '@griot/ui/format'
import { Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import ListMusic from 'lucide-react/icons/list-music'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ConfirmDelete } from '../confirm-delete.tsx'
import { useMyMedia } from '../media/api.ts'
import { CopyId, RowActions } from '../row-actions.tsx'
import { useDeleteEpisode, useEpisodePages } from './api.ts'
import { EpisodeForm } from './episode-form.tsx'

const FIRST_SHOWN = 5

const STATES: readonly { value: EpisodeStatus | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'when_ready', label: 'Waiting for audio' },
  { value: 'draft', label: 'Drafts' },
]

const EMPTY = (
  <EmptyState title="No episodes yet" icon={<ListMusic />}>
    No episodes created yet. Create your first episode to get started.
  </EmptyState>
)

const factsOf = ({ podcastTitle, hostName, episodeNumber, duration }: Episode, namesHost: boolean) =>
  [podcastTitle, namesHost && hostName, `Episode ${episodeNumber}`, duration > 0 && formatDuration(duration)]
    .filter(Boolean)
    .join(' · ')

/** The user's episodes. Admins also see those of others, which only their hosts can change. */
export function EpisodeList() {
  const [status, setStatus] = useState<EpisodeStatus | null>(null)
  const episodes = useEpisodePages(status)
  const [isAllShown, setIsAllShown] = useState(false)
  const [edited, setEdited] = useState<Episode | null>(null)
  const [deleted, setDeleted] = useState<Episode | null>(null)
  const me = useStore(useShell().session.user)
  const seesAll = useCan('catalog.see-all')
  const isEmpty = status === null && episodes.data?.length === 0

  return (
    <Section title="Recent Episodes">
      {!isEmpty && (
        <div className="studio:mb-4 studio:max-w-60">
          <Select
            label="Show"
            options={STATES}
            value={status ?? ''}
            onChange={(event) => setStatus((event.target.value || null) as EpisodeStatus | null)}
          />
        </div>
      )}
      <QueryStates
        query={episodes}
        what="the episodes"
        skeleton={<RowListSkeleton />}
        empty={isEmpty ? EMPTY : undefined}
      >
        {(list) => (
          <>
            {list.length === 0 && <p className="studio:text-muted">No episodes match this filter.</p>}
            <RowList>
              {list.slice(0, isAllShown ? undefined : FIRST_SHOWN).map((episode) => (
                <Row
                  key={episode.id}
                  title={<Link to={`/episode/${episode.id}`}>{episode.title}</Link>}
                  facts={factsOf(episode, seesAll)}
                  end={<EpisodeState episode={episode} />}
                  actions={
                    episode.hostId === me?.id ? (
                      <RowActions
                        id={episode.id}
                        name={episode.title}
                        onEdit={() => setEdited(episode)}
                        onDelete={() => setDeleted(episode)}
                      />
                    ) : (
                      <CopyId id={episode.id} name={episode.title} />
                    )
                  }
                />
              ))}
            </RowList>
            {isAllShown ? (
              <ShowMore pages={episodes} what="of the episodes" />
            ) : (
              list.length > FIRST_SHOWN && (
                <div className="studio:mt-4">
                  <Button look="secondary" size="small" onClick={() => setIsAllShown(true)}>
                    Show all{episodes.hasNextPage ? '' : ` ${list.length}`}
                  </Button>
                </div>
              )
            )}
          </>
        )}
      </QueryStates>
      {edited && <EpisodeForm episode={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteEpisodeDialog episode={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  )
}

function DeleteEpisodeDialog({ episode, onClose }: { episode: Episode; onClose: () => void }) {
  const { title, status, audioFileId } = episode
  const removal = useDeleteEpisode(episode)
  const audio = useMyMedia().data?.find(({ id }) => id === audioFileId)
  const effect = status === 'published' ? 'It is published: listeners can no longer play it.' : 'It is not published.'
  return (
    <ConfirmDelete title="Delete this episode?" name={title} removal={removal} onClose={onClose}>
      <p>{effect} This cannot be undone.</p>
      {audioFileId && <p>Its audio {audio?.originalName} stays in your media library.</p>}
    </ConfirmDelete>
  )
}

/** Whether listeners have an episode, and what it waits for. */
function EpisodeState({ episode }: { episode: Episode }) {
  const media = useMyMedia()
  const { status, audioFileId, publishAt } = episode
  const audio = media.data?.find(({ id }) => id === audioFileId)

  if (status !== 'published' && audio?.status === 'failed') return <Badge tone="danger">Audio failed</Badge>
  const without = audioFileId === null ? ' · no audio' : ''
  if (status === 'draft') return <Badge>Draft{without}</Badge>
  if (status === 'scheduled') {
    return (
      <Badge tone="points">
        {publishAt ? formatDayTime(publishAt) : 'Scheduled'}
        {without}
      </Badge>
    )
  }
  if (status === 'when_ready') {
    const percent = audio?.status === 'processing' && audio.progress !== null ? ` · ${Math.round(audio.progress)}%` : ''
    return <Badge tone="terracotta">{audioFileId ? `Processing audio${percent}` : 'Waiting for audio'}</Badge>
  }
  return audioFileId ? <Badge tone="teal">Live</Badge> : <Badge>No audio</Badge>
}
