import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { IconButton } from '@griot/ui/icon-button'
import ListCheck from 'lucide-react/icons/list-check'
import ListPlus from 'lucide-react/icons/list-plus'
import ListStart from 'lucide-react/icons/list-start'

/** Puts an episode into the shell's queue, and takes it out again. */
const useQueueing = (media: PlayerMedia) => {
  const { player, ui } = useShell()
  const { queue } = player
  const { id, title } = media.episode
  const isQueued = useStore(queue.state, (queued) => queued.some(({ episode }) => episode.id === id))
  return {
    isQueued,
    playNext: () => {
      queue.playNext(media)
      ui.toast({ title: 'Plays Next', description: title })
    },
    toggle: () => {
      if (isQueued) queue.remove(id)
      else queue.add(media)
      ui.toast({ title: isQueued ? 'Removed from Queue' : 'Added to Queue', description: title })
    },
  }
}

/** For rows: icons alone, one above the other where it is narrow. */
export function QueueIcons({ media }: { media: PlayerMedia }) {
  const { isQueued, playNext, toggle } = useQueueing(media)
  const { title } = media.episode
  return (
    <div className="listener:flex listener:flex-none listener:flex-col listener:sm:flex-row">
      <IconButton label={`Play next: ${title}`} onClick={playNext}>
        <ListStart aria-hidden="true" />
      </IconButton>
      <IconButton label={`Add to queue: ${title}`} aria-pressed={isQueued} onClick={toggle}>
        {isQueued ? <ListCheck aria-hidden="true" className="listener:text-teal" /> : <ListPlus aria-hidden="true" />}
      </IconButton>
    </div>
  )
}

export function QueueButtons({ media }: { media: PlayerMedia }) {
  const { isQueued, playNext, toggle } = useQueueing(media)
  return (
    <div className="listener:flex listener:flex-wrap listener:gap-2">
      <Button look="secondary" size="small" onClick={playNext}>
        <ListStart aria-hidden="true" />
        Play next
      </Button>
      <Button look="secondary" size="small" aria-pressed={isQueued} onClick={toggle}>
        {isQueued ? <ListCheck aria-hidden="true" /> : <ListPlus aria-hidden="true" />}
        {isQueued ? 'In queue' : 'Add to queue'}
      </Button>
    </div>
  )
}
