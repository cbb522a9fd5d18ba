import './full-player.css'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { Dialog } from '@griot/ui/dialog'
import HandCoins from 'lucide-react/icons/hand-coins'
import { PlayerButtons, PlayerProblem, PlayerVolume } from './controls.tsx'
import { useEarnings } from './earnings-line.tsx'
import { Extras } from './extras.tsx'
import { PageLink } from './page-link.tsx'
import { type PlayerViewProps, tipFor } from './player-bar.tsx'
import { WaveformProgress } from './waveform-slider.tsx'

export interface FullPlayerProps extends PlayerViewProps {
  open: boolean
  onClose: () => void
}

/** The player over the whole screen: for phones above all, where the bar has no room for everything. */
export function FullPlayer({ deck, snapshot, onTip, onNavigate, onSheet, open, onClose }: FullPlayerProps) {
  const { player } = deck
  const { episode, podcast } = snapshot
  const earnings = useEarnings(deck, snapshot)
  const tip = tipFor(snapshot)
  if (!episode || !podcast || !tip) return null

  // Leaves first: what comes is a page or another dialog.
  const leaving =
    <Target,>(go: (target: Target) => void) =>
    (target: Target) => {
      onClose()
      go(target)
    }
  const handleNavigate = leaving(onNavigate)

  return (
    <Dialog open={open} onClose={onClose} title="Now Playing" size="full">
      <div className="full-player">
        <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} eager className="full-player-cover" />
        <div className="full-player-panel">
          <div>
            <p className="full-player-title">
              <PageLink to={`/episode/${episode.id}`} onNavigate={handleNavigate}>
                {episode.title}
              </PageLink>
            </p>
            <p className="text-muted">
              <PageLink to={`/podcast/${podcast.id}`} onNavigate={handleNavigate}>
                {podcast.title}
              </PageLink>
              {' · '}
              {podcast.hostName}
            </p>
          </div>
          <WaveformProgress player={player} snapshot={snapshot} />
          <PlayerButtons player={player} snapshot={snapshot} />
          <PlayerProblem player={player} snapshot={snapshot} />
          <div className="full-player-row">
            <Extras deck={deck} rate={snapshot.rate} onOpen={onSheet} />
            <PlayerVolume player={player} snapshot={snapshot} />
          </div>
          {earnings && (
            <div className="full-player-earnings">
              {earnings.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          )}
          <Button look="points" wide onClick={() => leaving(onTip)(tip)}>
            <HandCoins aria-hidden="true" />
            Tip Creator
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
