import './sheets.css'
import { FASTEST, SLOWEST } from '@griot/contracts/player'
import { useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog } from '@griot/ui/dialog'
import { formatDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Slider } from '@griot/ui/slider'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ComponentProps } from 'react'
import { type PlaybackProps, useEarnings } from './controls.tsx'
import type { Playback } from './playback.ts'
import { SPEED_STEP } from './speeds.ts'
import { Switch } from './switch.tsx'

const USUAL_SPEEDS = [1, 1.2, 1.5, 2]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

export interface SheetProps extends PlaybackProps {
  open: boolean
  onClose: () => void
}

export interface PlaybackSheetProps extends SheetProps {
  part: keyof typeof TITLES
}

const TITLES = { playback: 'Playback', speed: 'Speed', sleep: 'Sleep timer' }

export function PlaybackSheet({ playback, snapshot, part, open, onClose }: PlaybackSheetProps) {
  const isWhole = part === 'playback'
  return (
    <Dialog open={open} onClose={onClose} title={TITLES[part]}>
      <div className="player-sheet">
        {part !== 'sleep' && <Speed playback={playback} snapshot={snapshot} hasTitle={isWhole} />}
        {part !== 'speed' && <Sleep playback={playback} hasTitle={isWhole} />}
        {isWhole && <ShortcutSwitch preferences={playback.preferences} />}
      </div>
    </Dialog>
  )
}

interface HasTitle {
  /** False if the sheet has the title. */
  hasTitle: boolean
}

function Speed({ playback, snapshot, hasTitle }: PlaybackProps & HasTitle) {
  const { player } = playback
  const { rate, podcast } = snapshot
  const earnings = useEarnings({ playback, snapshot })
  return (
    <section>
      {hasTitle && <h3>Speed</h3>}
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
          <Choice key={speed} aria-pressed={rate === speed} onClick={() => player.setRate(speed)}>
            {speed}×
          </Choice>
        ))}
      </div>
      {podcast && <p className="player-hint">Remembered for {podcast.title} in this browser.</p>}
      {earnings && <p className="player-hint">{earnings.sentences.at(-1)}</p>}
    </section>
  )
}

function Sleep({ playback: { sleepTimer }, hasTitle }: Pick<PlaybackProps, 'playback'> & HasTitle) {
  const sleep = useStore(sleepTimer.state)
  return (
    <section>
      {hasTitle && <h3>Sleep timer</h3>}
      <div className="player-choices">
        {SLEEP_MINUTES.map((minutes) => (
          <Choice
            key={minutes}
            aria-pressed={sleep.until === 'time' && sleep.minutes === minutes}
            onClick={() => sleepTimer.inMinutes(minutes)}
          >
            {minutes} minutes
          </Choice>
        ))}
        <Choice aria-pressed={sleep.until === 'episode-end'} onClick={sleepTimer.atEpisodeEnd}>
          End of episode
        </Choice>
      </div>
      {sleep.until !== 'off' && (
        <div className="player-sleep">
          <p>
            {sleep.until === 'time'
              ? `Fades out and pauses in ${formatDuration(sleep.remainingSeconds)}.`
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

function Choice(props: ComponentProps<typeof Button>) {
  return <Button look="secondary" size="small" {...props} />
}

function ShortcutSwitch({ preferences }: Pick<Playback, 'preferences'>) {
  const { shortcuts } = useStore(preferences.state)
  return (
    <section className="player-shortcuts">
      <Switch
        label="Keyboard shortcuts"
        hint="Press ? to see them all."
        checked={shortcuts}
        onChange={(checked) => preferences.choose({ shortcuts: checked })}
      />
    </section>
  )
}
