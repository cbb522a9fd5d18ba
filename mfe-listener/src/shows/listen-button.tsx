import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { Button, type ButtonLook } from '@griot/ui/button'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useListen } from './use-listen.ts'

/** Plays a podcast from its first episode; while it plays, pauses it. */
export function ListenButton({
  podcast,
  size = 'small',
  look = 'secondary',
  wide = false,
}: { podcast: Podcast } & ButtonLook) {
  const listen = useListen(podcast)
  return (
    <Button
      look={look}
      size={size}
      wide={wide}
      pending={listen.isPending}
      aria-label={listen.isPlaying ? `Pause ${podcast.title}` : `Listen to ${podcast.title}`}
      onClick={() => void listen.toggle()}
      onPointerEnter={listen.warm}
      onFocus={listen.warm}
    >
      {!listen.isPending && (listen.isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />)}
      {listen.isPlaying ? 'Pause' : 'Listen'}
    </Button>
  )
}
