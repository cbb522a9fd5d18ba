import './player-bar.css'
import { useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Coins from 'lucide-react/icons/coins'
import HandCoins from 'lucide-react/icons/hand-coins'
import { useEffect, useLayoutEffect } from 'react'
import { PointsCount } from '../points/pending-points.tsx'
import { shellElement } from '../shell-elements.ts'
import { useReservedHeight } from '../use-reserved-height.ts'
import {
  PageLink,
  PlayerButtons,
  PlayerProblem,
  PlayerProgress,
  type PlayerViewProps,
  PlayerVolume,
  SheetButtons,
  tipFor,
  useEarnings,
} from './controls.tsx'
import { listenForShortcuts } from './shortcuts.ts'

export interface PlayerBarProps extends PlayerViewProps {
  onEnlarge: () => void
}

export function PlayerBar({ onEnlarge, ...view }: PlayerBarProps) {
  const { playback, snapshot, onTip, onNavigate } = view
  const { episode, podcast } = snapshot
  const earnings = useEarnings(view)
  const bar = useReservedHeight('--g-player-height')
  useLayoutEffect(() => shellElement(bar.current), [bar])
  useEffect(() => listenForShortcuts(playback), [playback])
  const chapters = useStore(playback.chapters.state)
  const tip = tipFor(snapshot)
  if (!episode || !podcast || !tip) return null

  return (
    <section ref={bar} id="player-bar" tabIndex={-1} className="player-bar" aria-label="Audio player">
      <div className="player-what">
        <button type="button" className="player-on-cover" aria-label="Open full screen" onClick={onEnlarge}>
          <Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} eager className="player-cover" />
          <ChevronUp aria-hidden="true" />
        </button>
        <div className="min-w-0">
          <p className="player-title">
            <PageLink to={`/episode/${episode.id}`} onNavigate={onNavigate}>
              {episode.title}
            </PageLink>
          </p>
          <p className="player-show">{podcast.title}</p>
          {earnings && earnings.short.length > 0 && (
            <p className="player-earnings">
              <Coins aria-hidden="true" />
              <span>
                {earnings.points && earnings.points.pending > 0 && (
                  <>
                    <PointsCount {...earnings.points} />
                    {' · '}
                  </>
                )}
                {earnings.short.join(' · ')}
              </span>
            </p>
          )}
        </div>
      </div>

      <PlayerButtons {...view} />
      <PlayerProgress {...view} chapters={chapters} />

      <div className="player-more">
        <Button look="points" size="small" className="player-tip" onClick={() => onTip(tip)}>
          <HandCoins aria-hidden="true" />
          <span>Tip Creator</span>
        </Button>
        <div className="player-extras">
          <SheetButtons {...view} />
        </div>
        <PlayerVolume {...view} />
      </div>

      <PlayerProblem {...view} />
    </section>
  )
}
