import type { Episode } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstEpisode, firstEpisodesOf } from './api.ts'

/** Whether this podcast is what sounds now, and how to start it, go on with it or pause it. */
export const useListen = (podcast: Podcast) => {
  const client = useQueryClient()
  const { player, ui } = useShell()
  const [isPending, setIsPending] = useState(false)
  const isLoaded = useStore(player.state, (state) => state.podcast?.id === podcast.id)
  const isSounding = useStore(player.state, (state) => state.status === 'playing' || state.status === 'buffering')
  const isPlaying = isLoaded && isSounding
  const episodes = firstEpisodesOf(podcast.id)

  const begin = (list: readonly Episode[]) => {
    const episode = firstEpisode(list)
    if (episode) void player.load({ episode, podcast })
    else ui.toast({ title: 'No episodes available yet.', description: `${podcast.title} has nothing to hear so far.` })
  }

  const toggle = async () => {
    if (isPlaying) return player.pause()
    if (isLoaded) return player.play()
    // What is known is played in the click itself: some browsers refuse sound that starts later.
    const known = client.getQueryData(episodes.queryKey)
    if (known) return begin(known)
    setIsPending(true)
    try {
      begin(await client.fetchQuery(episodes))
    } catch (error) {
      console.error('the episodes did not load', error)
      ui.toast({ title: 'We could not start that', description: 'Please try again.', tone: 'destructive' })
    } finally {
      setIsPending(false)
    }
  }

  /** Asks for the episodes when a click is likely to come. */
  const warm = () => void client.prefetchQuery(episodes)

  return { isPlaying, isPending, toggle, warm }
}
