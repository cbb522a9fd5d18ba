import type { MediaFile } from '@griot/contracts/media/media-file'
import { useShell } from '@griot/shell-sdk/react'
import { useEffect, useRef, useState } from 'react'
import { streamAddress } from './api.ts'

export interface Preview {
  /** The file that sounds now. */
  playingId: string | null
  /** The file that could not be played. */
  failedId: string | null
  toggle(file: MediaFile): void
}

/** One sound at a time: a preview pauses the main player and the other way round. */
export const usePreview = (): Preview => {
  const { player } = useShell()
  const audio = useRef<HTMLAudioElement | null>(null)
  const [playingId, setPlayingId] = useState<string | null>(null)
  const [failedId, setFailedId] = useState<string | null>(null)

  useEffect(() => () => audio.current?.pause(), [])
  useEffect(() => {
    if (!playingId) return
    return player.state.subscribe(() => {
      if (player.state.get().status !== 'playing') return
      audio.current?.pause()
      setPlayingId(null)
    })
  }, [playingId, player])

  const toggle = (file: MediaFile) => {
    audio.current?.pause()
    setFailedId(null)
    if (playingId === file.id) return setPlayingId(null)

    player.pause()
    const sound = new Audio(streamAddress(file))
    audio.current = sound
    const stop = () => audio.current === sound && setPlayingId(null)
    sound.addEventListener('ended', stop)
    setPlayingId(file.id)
    sound.play().catch((error: unknown) => {
      // Paused before it began, because another preview was asked for.
      if (audio.current !== sound || (error instanceof DOMException && error.name === 'AbortError')) return
      console.error('the preview did not play', error)
      setPlayingId(null)
      setFailedId(file.id)
    })
  }

  return { playingId, failedId, toggle }
}
