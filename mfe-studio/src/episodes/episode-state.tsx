import type { Episode } from '@griot/contracts/catalog/episodes'
import { Badge } from '@griot/ui/badge'
import { formatDayTime } from '@griot/ui/format'
import { useMyMedia } from '../media/api.ts'

/** Who sees an episode, and what it waits for. */
export function EpisodeState({ episode }: { episode: Episode }) {
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
