import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { IconButton } from '@griot/ui/icon-button'
import ListCheck from 'lucide-react/icons/list-check'
import ListPlus from 'lucide-react/icons/list-plus'
import ListStart from 'lucide-react/icons/list-start'

/** Add an episode to the shell's queue and remove it. Icons for list rows are stacked on narrow screens. */
export function QueueButtons({ media, look }: { media: PlayerMedia; look: 'text' | 'icons' }) {
  const { player, ui } = useShell()
  const { queue } = player
  const { id, title } = media.episode
  const isQueued = useStore(queue.state, (queued) => queued.some(({ episode }) => episode.id === id))
  // The player removes the loaded episode from the queue.
  const isLoaded = useStore(player.state, ({ episode }) => episode?.id === id)
  const QueueIcon = isQueued ? ListCheck : ListPlus

  const handlePlayNext = () => {
    queue.playNext(media)
    ui.toast({ title: 'Plays Next', description: title })
  }
  const handleToggle = () => {
    if (isQueued) queue.remove(id)
    else queue.add(media)
    ui.toast({ title: isQueued ? 'Removed from Queue' : 'Added to Queue', description: title })
  }

  if (look === 'icons') {
    return (
      <div className="listener:flex listener:flex-none listener:flex-col listener:max-[14rem]:flex-row listener:sm:flex-row">
        <IconButton label={`Play next: ${title}`} disabled={isLoaded} onClick={handlePlayNext}>
          <ListStart aria-hidden="true" />
        </IconButton>
        <IconButton label={`Add to queue: ${title}`} aria-pressed={isQueued} disabled={isLoaded} onClick={handleToggle}>
          <QueueIcon aria-hidden="true" className={isQueued ? 'listener:text-teal' : ''} />
        </IconButton>
      </div>
    )
  }
  return (
    <div className="listener:flex listener:flex-wrap listener:gap-2">
      <Button look="secondary" size="small" onClick={handlePlayNext}>
        <ListStart aria-hidden="true" />
        Play next
      </Button>
      <Button look="secondary" size="small" aria-pressed={isQueued} onClick={handleToggle}>
        <QueueIcon aria-hidden="true" />
        {isQueued ? 'In queue' : 'Add to queue'}
      </Button>
    </div>
  )
}
