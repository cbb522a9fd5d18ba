import './player-bar.css'
import type { TipTarget } from '@griot/shell-sdk/contract'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import ChevronUp from 'lucide-react/icons/chevron-up'
import HandCoins from 'lucide-react/icons/hand-coins'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { PlayerButtons, PlayerProblem, PlayerProgress, PlayerVolume } from './controls.tsx'
import type { Deck } from './deck.ts'
import { EarningsLine } from './earnings-line.tsx'
import type { PlayerSnapshot } from './engine.ts'
import { Extras, type SheetName } from './extras.tsx'
import { PageLink } from './page-link.tsx'
import { listenForShortcuts } from './shortcuts.ts'

export interface PlayerViewProps {
  deck: Deck
  snapshot: PlayerSnapshot
  onTip: (target: TipTarget) => void
  onNavigate: (path: string) => void
  onSheet: (sheet: SheetName) => void
}

export interface PlayerBarProps extends PlayerViewProps {
  onEnlarge: () => void
}

/** Who receives a tip for what is loaded. */
export const tipFor = ({ episode, podcast }: PlayerSnapshot): TipTarget | null =>
  episode &&
  podcast && {
    podcastId: podcast.id,
    podcastTitle: podcast.title,
    receiverId: podcast.hostId,
    receiverName: podcast.hostName,
    episodeId: episode.id,
  }

/** The sound's controls, at the bottom of every page while an episode is loaded. */
export function PlayerBar({ deck, snapshot, onTip, onNavigate, onSheet, onEnlarge }: PlayerBarProps) {
  const { player } = deck
  const { episode, podcast } = snapshot
  const bar = useReservedHeight()
  useEffect(() => listenForShortcuts(deck), [deck])
  const tip = tipFor(snapshot)
  if (!episode || !podcast || !tip) return null

  return (
    <section ref={bar} className="player-bar" aria-label="Audio player">
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
          <EarningsLine deck={deck} snapshot={snapshot} />
        </div>
      </div>

      <PlayerButtons player={player} snapshot={snapshot} />
      <PlayerProgress player={player} snapshot={snapshot} />

      <div className="player-more">
        <Button look="points" size="small" className="player-tip" onClick={() => onTip(tip)}>
          <HandCoins aria-hidden="true" />
          <span>Tip Creator</span>
        </Button>
        <div className="player-extras">
          <Extras deck={deck} rate={snapshot.rate} onOpen={onSheet} />
        </div>
        <PlayerVolume player={player} snapshot={snapshot} />
      </div>

      <PlayerProblem player={player} snapshot={snapshot} />
    </section>
  )
}

/** Tells the page how much of its bottom the bar covers, so that nothing ends up beneath it. */
const useReservedHeight = () => {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const reserve = () => style.setProperty('--g-player-height', `${element.offsetHeight}px`)
    reserve()
    const observer = new ResizeObserver(reserve)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--g-player-height')
    }
  }, [])
  return bar
}
