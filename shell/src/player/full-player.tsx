import './full-player.css'
import type { Toast } from '@griot/shell-sdk/contract'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { Dialog } from '@griot/ui/dialog'
import { afterClosing } from '@griot/ui/overlay-history'
import HandCoins from 'lucide-react/icons/hand-coins'
import { useEffect } from 'react'
import { PointsCount } from '../points/pending-points.tsx'
import { ChapterList } from './chapter-list.tsx'
import { ChapterProgress } from './chapter-progress.tsx'
import {
  PageLink,
  PlayerButtons,
  PlayerProblem,
  type PlayerViewProps,
  PlayerVolume,
  tipFor,
  useEarnings,
} from './controls.tsx'
import { EpisodeNotes } from './episode-notes.tsx'
import { PlayerActions } from './player-actions.tsx'

export interface FullPlayerProps extends PlayerViewProps {
  open: boolean
  toast: (toast: Toast) => void
  onClose: () => void
}

/** The player in full screen. On phones the bar is too small for all controls. */
export function FullPlayer({ open, toast, onClose, ...view }: FullPlayerProps) {
  const { playback, snapshot, onTip, onNavigate } = view
  const { episode, podcast } = snapshot
  const earnings = useEarnings(view)
  const tip = tipFor(snapshot)
  // Without dependencies, because the next episode has other chapters.
  useEffect(() => {
    if (open) playback.chapters.load()
  })
  if (!episode || !podcast || !tip) return null

  // Closes first, because a page or another dialog follows.
  const handleNavigate = (path: string) => {
    onClose()
    afterClosing(() => onNavigate(path))
  }
  const handleTip = () => {
    onClose()
    onTip(tip)
  }
  const ofEpisode = { ...view, episodeId: episode.id, toast }

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
          <ChapterProgress {...view} />
          <PlayerButtons {...view} />
          <PlayerProblem {...view} />
          <PlayerActions {...ofEpisode} />
          <div className="full-player-volume">
            <PlayerVolume {...view} />
          </div>
          <Button look="points" wide onClick={handleTip}>
            <HandCoins aria-hidden="true" />
            Tip Creator
          </Button>
          {earnings && (
            <div className="full-player-earnings">
              {earnings.points && (
                <p className="full-player-points">
                  <PointsCount {...earnings.points} /> points
                </p>
              )}
              {earnings.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          )}
        </div>
        <ChapterList {...view} />
        <EpisodeNotes {...ofEpisode} />
      </div>
    </Dialog>
  )
}
