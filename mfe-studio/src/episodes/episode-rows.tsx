import type { Episode } from '@griot/contracts/catalog/episodes'
import { roleMay, roleOfRow } from '@griot/contracts/catalog/roles'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Dialog } from '@griot/ui/dialog'
import { episodeLabel, formatDayTime, formatDuration } from '@griot/ui/format'
import { Row, RowList } from '@griot/ui/row-list'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ChapterDialog } from '../chapters/chapter-dialog.tsx'
import { ConfirmDelete } from '../confirm-delete.tsx'
import { EmbedDialog } from '../embed-dialog.tsx'
import { useMyMedia } from '../media/api.ts'
import { PrivateLinks } from '../previews/private-links.tsx'
import { RowActions } from '../row-actions.tsx'
import { useDeleteEpisode } from './api.ts'
import { EditEpisode } from './edit-episode.tsx'

const factsOf = (episode: Episode, namesHost: boolean) => {
  const { podcastTitle, hostName, duration } = episode
  return [podcastTitle, namesHost && hostName, episodeLabel(episode), duration > 0 && formatDuration(duration)]
    .filter(Boolean)
    .join(' · ')
}

const NO_RECORDING = (
  <>
    Its recording has not arrived yet. If the upload was interrupted,{' '}
    <Link to="/upload" className="studio:underline">
      continue it
    </Link>
    .
  </>
)

/** Episodes with their state. Only editors and owners of their show can change them. */
export function EpisodeRows({ episodes, namesHost }: { episodes: readonly Episode[]; namesHost: boolean }) {
  const [edited, setEdited] = useState<Episode | null>(null)
  const [deleted, setDeleted] = useState<Episode | null>(null)
  const [shared, setShared] = useState<Episode | null>(null)
  const [divided, setDivided] = useState<Episode | null>(null)
  const [embedded, setEmbedded] = useState<Episode | null>(null)
  const me = useStore(useShell().session.user)
  const actionsFor = (episode: Episode) => {
    const onEmbed = episode.status === 'published' ? { onEmbed: () => setEmbedded(episode) } : {}
    if (!roleMay(roleOfRow(episode, me?.id), 'edit')) return onEmbed
    return {
      ...onEmbed,
      onEdit: () => setEdited(episode),
      onDelete: () => setDeleted(episode),
      onChapters: () => setDivided(episode),
      ...(episode.status !== 'published' && { onPrivateLinks: () => setShared(episode) }),
    }
  }
  return (
    <>
      <RowList>
        {episodes.map((episode) => (
          <Row
            key={episode.id}
            title={<Link to={`/episode/${episode.id}`}>{episode.title}</Link>}
            facts={factsOf(episode, namesHost)}
            note={episode.status === 'when_ready' && episode.audioFileId === null && NO_RECORDING}
            end={<EpisodeState episode={episode} />}
            actions={<RowActions id={episode.id} name={episode.title} {...actionsFor(episode)} />}
          />
        ))}
      </RowList>
      {edited && <EditEpisode id={edited.id} onClose={() => setEdited(null)} />}
      {divided && <ChapterDialog episode={divided} onClose={() => setDivided(null)} />}
      {shared && (
        <Dialog open onClose={() => setShared(null)} title="Private links" description={shared.title}>
          <PrivateLinks episode={shared} />
        </Dialog>
      )}
      {embedded && (
        <EmbedDialog kind="episode" id={embedded.id} title={embedded.title} onClose={() => setEmbedded(null)} />
      )}
      {deleted && <DeleteEpisodeDialog episode={deleted} onClose={() => setDeleted(null)} />}
    </>
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
