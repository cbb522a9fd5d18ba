import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button, type ButtonLook } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type NextEpisode, nextEpisodeQuery } from './next-episode.ts'
import { usePlayback } from './play-button.tsx'

interface ListenButtonProps extends ButtonLook {
  podcast: Podcast
  /** Loads the episode at once and shows its title. Lists of podcasts load it when the button gets the focus or the pointer. */
  namesEpisode?: boolean
}

const KINDS = { resume: 'Resume', newest: 'Play newest', oldest: 'Play first', other: 'Play' }

/** Resumes a podcast, or plays its next episode that is not completed; or pauses it. */
export function ListenButton({ podcast, namesEpisode = false, ...look }: ListenButtonProps) {
  const client = useQueryClient()
  const { player, session, ui } = useShell()
  const { isLoaded, isPlaying } = usePlayback((state) => state.podcast?.id === podcast.id)
  const loadedTitle = useStore(player.state, ({ episode }) => episode?.title)
  // A finished episode is loaded at its start.
  const canResume = useStore(player.state, ({ position }) => position > 0) && isLoaded
  const next = nextEpisodeQuery(podcast, useStore(session.user) !== null)
  const { data: named } = useQuery({ ...next, enabled: namesEpisode })

  const playNext = (found: NextEpisode | null) => {
    const resumeAt = found?.resumeAt
    if (found) void player.load({ episode: found.episode, podcast, ...(resumeAt !== undefined && { resumeAt }) })
    else ui.toast({ title: 'No episodes available yet.', description: `${podcast.title} has no playable episode yet.` })
  }

  const { mutate: load, isPending } = useMutation({
    mutationFn: () => client.fetchQuery(next),
    onSuccess: playNext,
    onError: (error) => {
      console.error('loading episodes failed', error)
      ui.toast(failureToast('Playback did not start'))
    },
  })

  const handleClick = () => {
    if (isPlaying) return player.pause()
    if (canResume) return player.play()
    // Start a cached episode within the click event: some browsers block playback that starts later.
    const cached = client.getQueryData(next.queryKey)
    if (cached) playNext(cached)
    else load()
  }
  const handlePrefetch = () => void client.prefetchQuery(next)

  const label = canResume ? `Resume: ${loadedTitle}` : named && `${KINDS[named.kind]}: ${named.episode.title}`
  const text = namesEpisode && label ? label : 'Listen'
  const name = text === label ? label : [`Listen to ${podcast.title}`, label].filter(Boolean).join('. ')
  return (
    <Button
      look="secondary"
      size="small"
      {...look}
      className="listener:max-w-full"
      pending={isPending}
      aria-label={isPlaying ? `Pause ${podcast.title}` : name}
      onClick={handleClick}
      onPointerEnter={handlePrefetch}
      onFocus={handlePrefetch}
    >
      {!isPending && (isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />)}
      <span className="listener:line-clamp-3 listener:wrap-anywhere">{isPlaying ? 'Pause' : text}</span>
    </Button>
  )
}
