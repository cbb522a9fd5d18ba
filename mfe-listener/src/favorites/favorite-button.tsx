import { Button } from '@griot/ui/button'
import Heart from 'lucide-react/icons/heart'
import { useToggleFavorite } from './api.ts'

export function FavoriteButton({ podcastId }: { podcastId: string }) {
  const { isFavorite, isKnown, toggle } = useToggleFavorite(podcastId)
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
