import type { PreviewedEpisode } from '@griot/contracts/catalog/previews'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDayTime, formatDuration } from '@griot/ui/format'
import { ShowNotes } from '@griot/ui/show-notes'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useRef } from 'react'
import { Link, useParams } from 'react-router-dom'
import { LinkScreen } from '../link-screen.tsx'
import { OwnAudio } from '../media/own-audio.tsx'
import { usePreviewedEpisode } from './api.ts'

/** The page of a private link. */
export function PreviewScreen() {
  const { token = '' } = useParams()
  const episode = usePreviewedEpisode(token)
  return (
    <LinkScreen
      title={episode.data?.title ?? 'Private link'}
      refusal="This link cannot be opened"
      icon={<LockKeyhole />}
      query={episode}
      what="the episode"
    >
      {(data) => <Draft episode={data} />}
    </LinkScreen>
  )
}

function Draft({ episode }: { episode: PreviewedEpisode }) {
  const { id, podcastId, title, description, podcastTitle, hostName, status, duration, audioUrl, expiresAt } = episode
  if (status === 'published') {
    return (
      <EmptyState
        title="This episode is published"
        icon={<LockKeyhole />}
        action={<Link to={`/episode/${id}`}>Open {title}</Link>}
      >
        Everyone can hear it now, and listening earns points there.
      </EmptyState>
    )
  }
  const facts = [hostName, formatDuration(duration)].filter(Boolean).join(' · ')
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-5">
      <div className="studio:grid studio:gap-2">
        <div>
          <Badge tone="terracotta">Not published</Badge>
        </div>
        <p className="studio:wrap-anywhere">
          <Link to={`/podcast/${podcastId}`}>{podcastTitle}</Link> · {facts}
        </p>
        <p className="g-hint">
          This link is private and works until {formatDayTime(expiresAt)}. Listening here earns no points.
        </p>
      </div>
      {audioUrl === null ? (
        <p className="studio:text-muted">This draft has no audio yet.</p>
      ) : (
        <DraftAudio title={title} src={audioUrl} />
      )}
      <ShowNotes notes={description} duration={duration} />
    </div>
  )
}

function DraftAudio({ title, src }: { title: string; src: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  return <OwnAudio audio={audio} label={`Play ${title}`} src={src} />
}
