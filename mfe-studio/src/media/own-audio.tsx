import { useShell } from '@griot/shell-sdk/react'
import { type RefObject, useEffect } from 'react'

interface OwnAudioProps {
  audio: RefObject<HTMLAudioElement | null>
  label: string
  src: string
  onPosition?: (seconds: number) => void
}

/** The controls of the browser: the shell's player would start a listening session. One of the two players plays at a time. */
export function OwnAudio({ audio, label, src, onPosition }: OwnAudioProps) {
  const { player } = useShell()
  useEffect(
    () =>
      player.state.subscribe(() => {
        if (player.state.get().status === 'playing') audio.current?.pause()
      }),
    [player, audio],
  )
  const handlePosition = () => onPosition?.(audio.current?.currentTime ?? 0)
  return (
    // biome-ignore lint/a11y/useMediaCaption: the recording has no captions.
    <audio
      ref={audio}
      controls
      preload="metadata"
      aria-label={label}
      src={src}
      className="studio:w-full"
      onPlay={() => player.pause()}
      onTimeUpdate={handlePosition}
      onSeeked={handlePosition}
    />
  )
}
