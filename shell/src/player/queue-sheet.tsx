import './sheets.css'
import type { PlayerMedia } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { Dialog } from '@griot/ui/dialog'
import { EmptyState } from '@griot/ui/empty-state'
import { IconButton } from '@griot/ui/icon-button'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ListMusic from 'lucide-react/icons/list-music'
import Play from 'lucide-react/icons/play'
import SkipForward from 'lucide-react/icons/skip-forward'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef, useState } from 'react'
import type { SheetProps } from './playback-sheet.tsx'
import type { PlayQueue } from './queue.ts'
import { Switch } from './switch.tsx'

export function QueueSheet({ playback, snapshot, open, onClose }: SheetProps) {
  const { queue, preferences, upNext } = playback
  const queued = useStore(queue.state)
  const { autoplay } = useStore(preferences.state)
  const afterwards = autoplay
    ? `Then the next episode of ${queued.at(-1)?.podcast.title ?? snapshot.podcast?.title ?? 'the show'} follows, if there is one.`
    : 'Then playback stops.'

  return (
    <Dialog open={open} onClose={onClose} title="Queue">
      {queued.length === 0 ? (
        <EmptyState title="Your queue is empty" icon={<ListMusic />}>
          Choose “Play next” or “Add to queue” on an episode. {autoplay && afterwards.replace('Then', 'Until then,')}
        </EmptyState>
      ) : (
        <>
          <QueueList queue={queue} queued={queued} onPlay={(media) => void upNext.jumpTo(media)} />
          <p className="player-hint mt-4">{afterwards}</p>
        </>
      )}
      <div className="player-choices mt-5">
        <Button look="secondary" size="small" onClick={() => void upNext.next()}>
          <SkipForward aria-hidden="true" />
          Skip to next
        </Button>
        {queued.length > 0 && (
          <Button look="quiet" size="small" onClick={queue.clear}>
            Clear queue
          </Button>
        )}
      </div>
      <div className="mt-6">
        <Switch
          label="Play the next episode"
          hint="Of the same show, when an episode ends and nothing is queued."
          checked={autoplay}
          onChange={(checked) => preferences.choose({ autoplay: checked })}
        />
      </div>
    </Dialog>
  )
}

interface QueueListProps {
  queue: PlayQueue
  queued: readonly PlayerMedia[]
  onPlay: (media: PlayerMedia) => void
}

function QueueList({ queue, queued, onPlay }: QueueListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: -1 | 1 } | null>(null)

  // A moved row loses the focus: restore it to the button, or to the other one if this one is now disabled.
  useLayoutEffect(() => {
    if (!moved) return
    const row = list.current?.querySelector(`[data-episode="${moved.id}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])]
    const same = buttons.find((button) => button.dataset.move === `${moved.by}`)
    const button = same?.disabled ? buttons.find((one) => one !== same) : same
    button?.focus()
  }, [moved])

  const handleMove = (id: string, by: -1 | 1) => {
    queue.moveBy(id, by)
    setMoved({ id, by })
  }
  const place = queued.findIndex(({ episode }) => episode.id === moved?.id)
  const spoken = place < 0 ? '' : `${queued[place]?.episode.title}: ${place + 1} of ${queued.length}`

  return (
    <>
      <p className="g-visually-hidden" role="status">
        {spoken}
      </p>
      <ol ref={list} className="player-queue">
        {queued.map((media, at) => (
          <li key={media.episode.id} data-episode={media.episode.id}>
            <button
              type="button"
              className="player-on-cover"
              aria-label={`Play ${media.episode.title}`}
              onClick={() => onPlay(media)}
            >
              <Cover
                id={media.podcast.id}
                title={media.podcast.title}
                src={media.podcast.coverImage}
                className="player-queue-cover"
              />
              <Play aria-hidden="true" fill="currentColor" />
            </button>
            <div className="player-queue-text">
              <p className="line-clamp-2 font-semibold leading-tight">{media.episode.title}</p>
              <p className="truncate text-sm text-muted">{media.podcast.title}</p>
            </div>
            <div className="player-queue-buttons">
              <IconButton
                label={`Move ${media.episode.title} up`}
                data-move="-1"
                disabled={at === 0}
                onClick={() => handleMove(media.episode.id, -1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Move ${media.episode.title} down`}
                data-move="1"
                disabled={at === queued.length - 1}
                onClick={() => handleMove(media.episode.id, 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Remove ${media.episode.title} from the queue`}
                onClick={() => queue.remove(media.episode.id)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
