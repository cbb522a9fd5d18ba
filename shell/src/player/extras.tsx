import { useStore } from '@griot/shell-sdk/react'
import { IconButton } from '@griot/ui/icon-button'
import ListMusic from 'lucide-react/icons/list-music'
import Moon from 'lucide-react/icons/moon'
import type { Deck } from './deck.ts'

export type SheetName = 'queue' | 'playback'

interface ExtrasProps {
  deck: Deck
  rate: number
  onOpen: (sheet: SheetName) => void
}

/** The ways to speed, sleep timer and queue, each showing what it stands at. */
export function Extras({ deck, rate, onOpen }: ExtrasProps) {
  const queued = useStore(deck.queue.state).length
  const isSleepSet = useStore(deck.sleepTimer.state, ({ until }) => until !== 'off')
  const label = `Speed and sleep timer: ${rate}×${isSleepSet ? ', timer on' : ''}`
  return (
    <>
      <IconButton label={label} className="player-speed" onClick={() => onOpen('playback')}>
        <span aria-hidden="true">{rate}×</span>
        {isSleepSet && <Moon aria-hidden="true" className="player-mark" />}
      </IconButton>
      <IconButton
        label={queued > 0 ? `Queue, ${queued} waiting` : 'Queue'}
        className="relative"
        onClick={() => onOpen('queue')}
      >
        <ListMusic aria-hidden="true" />
        {queued > 0 && (
          <span aria-hidden="true" className="player-mark player-count">
            {queued}
          </span>
        )}
      </IconButton>
    </>
  )
}
