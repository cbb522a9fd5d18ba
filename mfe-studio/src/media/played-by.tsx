import type { MediaFile } from '@griot/contracts/media/media-file'
import { Link } from 'react-router-dom'
import { useMyEpisodes } from '../episodes/api.ts'

/** The episodes that play a file. Nothing for one that none plays. */
export function PlayedBy({ file }: { file: MediaFile }) {
  return file.episodeIds.length === 0 ? null : <Episodes ids={file.episodeIds} />
}

function Episodes({ ids }: { ids: readonly string[] }) {
  const episodes = useMyEpisodes()
  return (
    <p className="studio:text-sm studio:wrap-anywhere">
      Played by{' '}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={`/episode/${id}`} className="studio:underline">
            {episodes.data?.find((episode) => episode.id === id)?.title ?? 'an episode of yours'}
          </Link>
        </span>
      ))}
    </p>
  )
}
