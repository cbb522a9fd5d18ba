import { pathFor } from '@griot/contracts/endpoint'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'

export type Preview = ReturnType<typeof usePreview>

/** Plays one file at a time. A preview pauses the main player, and the player stops the preview. */
export const usePreview = () => {
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
    const element = new Audio(pathFor(StreamMedia, { params: { id: file.id } }))
    audio.current = element
    element.addEventListener('ended', () => audio.current === element && setPlayingId(null))
    setPlayingId(file.id)
    element.play().catch((error: unknown) => {
      // Another preview was started before this one began to play.
      if (audio.current !== element || (error instanceof DOMException && error.name === 'AbortError')) return
      console.error('the preview did not play', error)
      setPlayingId(null)
      setFailedId(file.id)
    })
  }

  return { playingId, failedId, toggle }
}

export function PreviewButton({ file, preview }: { file: MediaFile; preview: Preview }) {
  const isPlaying = preview.playingId === file.id
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={isPlaying ? `Stop ${file.originalName}` : `Preview ${file.originalName}`}
      onClick={() => preview.toggle(file)}
    >
      {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      {isPlaying ? 'Stop' : 'Preview'}
    </Button>
  )
}
