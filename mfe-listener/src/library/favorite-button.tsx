import { Button } from '@griot/ui/button'
import Heart from 'lucide-react/icons/heart'
import { useToggleFavorite, useToggleSaved } from './api.ts'

/** The heart of a podcast. */
export function FavoriteButton({ podcastId }: { podcastId: string }) {
  return <HeartButton {...useToggleFavorite(podcastId)} />
}

/** The heart of an episode. */
export function SaveButton({ episodeId }: { episodeId: string }) {
  return <HeartButton {...useToggleSaved(episodeId)} />
}

function HeartButton({ isFavorite, isKnown, toggle }: ReturnType<typeof useToggleFavorite>) {
  return (
    <Button
      look="secondary"
      aria-pressed={isFavorite}
      disabled={!isKnown || toggle.isPending}
      onClick={() => toggle.mutate()}
    >
      <Heart aria-hidden="true" className="listener:text-terracotta" fill={isFavorite ? 'currentColor' : 'none'} />
      {isFavorite ? 'Favorited' : 'Favorite'}
    </Button>
  )
}
