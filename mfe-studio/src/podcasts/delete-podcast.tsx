import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { ConfirmDelete } from '../confirm-delete.tsx'
import { useDeletePodcast, useEpisodesOf } from './api.ts'

const MOST_NAMED = 5

export function DeletePodcastDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const removal = useDeletePodcast(podcast)
  return (
    <ConfirmDelete title="Delete this podcast?" name={podcast.title} removal={removal} onClose={onClose}>
      <WhatGoesWithIt podcast={podcast} />
    </ConfirmDelete>
  )
}

function WhatGoesWithIt({ podcast }: { podcast: Podcast }) {
  const episodes = useEpisodesOf(podcast)

  if (episodes.isPending) return <Skeleton height="4rem" />
  if (episodes.isError) return <LoadFailed what="its episodes" onRetry={episodes.refetch} />
  if (episodes.data.length === 0) return <p>It has no episodes. It cannot be brought back.</p>
  return (
    <>
      <p>Its episodes go with it, and listeners lose them:</p>
      <ul className="studio:list-disc studio:ps-5 studio:font-semibold">
        {episodes.data.slice(0, MOST_NAMED).map((episode) => (
          <li key={episode.id}>{episode.title}</li>
        ))}
        {episodes.data.length > MOST_NAMED && <li>and more</li>}
      </ul>
      <p>Your audio files stay in your media library.</p>
    </>
  )
}
