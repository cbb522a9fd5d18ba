import './sheets.css'
import { useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog } from '@griot/ui/dialog'
import { formatClock } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Slider } from '@griot/ui/slider'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Deck } from './deck.ts'
import { useEarnings } from './earnings-line.tsx'
import type { PlayerSnapshot } from './engine.ts'
import { FASTEST, SLOWEST, SPEED_STEP } from './speeds.ts'
import { Switch } from './switch.tsx'

const USUAL_SPEEDS = [1, 1.2, 1.5, 2]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

export interface SheetProps {
  deck: Deck
  snapshot: PlayerSnapshot
  open: boolean
  onClose: () => void
}

/** How it plays: speed, sleep timer, what happens at the end, and the keys. */
export function PlaybackSheet({ deck, snapshot, open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Playback">
      <div className="player-sheet">
        <Speed deck={deck} snapshot={snapshot} />
        <Sleep deck={deck} />
        <AfterThat deck={deck} />
      </div>
    </Dialog>
  )
}

function Speed({ deck, snapshot }: Pick<SheetProps, 'deck' | 'snapshot'>) {
  const { player } = deck
  const { rate, podcast } = snapshot
  const earnings = useEarnings(deck, snapshot)
  return (
    <section>
      <h3>Speed</h3>
      <div className="player-speed-slider">
        <IconButton label="Slower" disabled={rate <= SLOWEST} onClick={() => player.setRate(rate - SPEED_STEP)}>
          <Minus aria-hidden="true" />
        </IconButton>
        <Slider
          label="Speed"
          min={SLOWEST}
          max={FASTEST}
          step={SPEED_STEP}
          value={rate}
          valueText={`${rate} times`}
          onChange={player.setRate}
        />
        <IconButton label="Faster" disabled={rate >= FASTEST} onClick={() => player.setRate(rate + SPEED_STEP)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <output className="player-speed-now">{rate}×</output>
      </div>
      <div className="player-choices">
        {USUAL_SPEEDS.map((speed) => (
          <Button
            key={speed}
            look="secondary"
            size="small"
            aria-pressed={rate === speed}
            onClick={() => player.setRate(speed)}
          >
            {speed}×
          </Button>
        ))}
      </div>
      {podcast && <p className="player-hint">Remembered for {podcast.title}.</p>}
      {earnings && <p className="player-hint">{earnings.sentences.at(-1)}</p>}
    </section>
  )
}

function Sleep({ deck: { sleepTimer } }: Pick<SheetProps, 'deck'>) {
  const sleep = useStore(sleepTimer.state)
  return (
    <section>
      <h3>Sleep timer</h3>
      <div className="player-choices">
        {SLEEP_MINUTES.map((minutes) => (
          <Button key={minutes} look="secondary" size="small" onClick={() => sleepTimer.inMinutes(minutes)}>
            {minutes} minutes
          </Button>
        ))}
        <Button
          look="secondary"
          size="small"
          aria-pressed={sleep.until === 'episode-end'}
          onClick={sleepTimer.atEpisodeEnd}
        >
          End of episode
        </Button>
      </div>
      {sleep.until !== 'off' && (
        <div className="player-sleep">
          <p>
            {sleep.until === 'time'
              ? `Fades out and pauses in ${formatClock(sleep.remainingSeconds)}.`
              : 'Pauses when this episode ends.'}
          </p>
          <Button look="quiet" size="small" onClick={sleepTimer.cancel}>
            Turn off
          </Button>
        </div>
      )}
    </section>
  )
}

function AfterThat({ deck: { preferences } }: Pick<SheetProps, 'deck'>) {
  const { autoplay, shortcuts } = useStore(preferences.state)
  return (
    <section className="grid gap-4">
      <Switch
        label="Play the next episode"
        hint="Of the same show, when an episode ends and nothing is queued."
        checked={autoplay}
        onChange={(checked) => preferences.choose({ autoplay: checked })}
      />
      <Switch
        label="Keyboard shortcuts"
        hint="Space plays and pauses, ← → skip 15 seconds, ↑ ↓ change the volume, M mutes, N plays the next one."
        checked={shortcuts}
        onChange={(checked) => preferences.choose({ shortcuts: checked })}
      />
    </section>
  )
}
