import { chaptersAround } from './chapters.ts'
import type { CurrentChapters } from './current-chapters.ts'
import type { Player } from './engine.ts'
import type { UpNext } from './up-next.ts'

export const SKIP_SECONDS = 15

/** Connects the player to the lock screen and to the media keys of keyboard and headphones. */
export const connectMediaSession = (player: Player, upNext: UpNext, chapters: Pick<CurrentChapters, 'state'>) => {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator

  mediaSession.setActionHandler('play', () => player.play())
  mediaSession.setActionHandler('pause', () => player.pause())
  mediaSession.setActionHandler('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_SECONDS)))
  mediaSession.setActionHandler('seekforward', ({ seekOffset }) => player.skip(seekOffset ?? SKIP_SECONDS))
  mediaSession.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) player.seek(seekTime)
  })

  mediaSession.setActionHandler('nexttrack', () => void upNext.next())

  let shown: string | undefined
  const showState = () => {
    const { episode, podcast, status, position, duration, rate } = player.state.get()
    if (!episode || !podcast) return
    const chapter = chaptersAround(chapters.state.get(), position).current
    const title = chapter ? `${chapter.title} · ${episode.title}` : episode.title
    if (shown !== `${episode.id} ${title}`) {
      shown = `${episode.id} ${title}`
      mediaSession.metadata = new MediaMetadata({
        title,
        artist: podcast.hostName,
        album: podcast.title,
        artwork: [{ src: new URL(podcast.coverImage, window.location.href).href, sizes: '512x512' }],
      })
    }
    mediaSession.playbackState = status === 'playing' || status === 'buffering' ? 'playing' : 'paused'
    if (duration > 0) {
      mediaSession.setPositionState({ duration, position: Math.min(position, duration), playbackRate: rate })
    }
  }
  player.state.subscribe(showState)
  chapters.state.subscribe(showState)
}
