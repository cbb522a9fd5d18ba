import type { Episode } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import { useShell } from '@griot/shell-sdk/react'
import { useMyMedia } from '../media/api.ts'
import { useDeleteEpisode } from './api.ts'

/** Asks before an episode goes for good, and says what goes with it and what stays. */
export const useAskToDelete = () => {
  const { ui } = useShell()
  const removal = useDeleteEpisode()
  const media = useMyMedia()

  const whatItMeans = ({ title, status, audioFileId }: Episode) => {
    const listeners = status === 'published' ? 'It is published: listeners lose it.' : 'No listener has it now.'
    const audio = media.data?.find(({ id }) => id === audioFileId)
    return [
      title,
      `${listeners} It cannot be brought back.`,
      ...(audioFileId ? [`Its audio${audio ? ` ${audio.originalName}` : ''} stays in your media library.`] : []),
    ].join('\n')
  }

  return async (episode: Episode) => {
    const isMeant = await ui.confirm({
      title: 'Delete this episode?',
      text: whatItMeans(episode),
      confirm: 'Delete',
      cancel: 'Keep it',
      tone: 'destructive',
    })
    if (!isMeant) return
    try {
      await removal.mutateAsync(episode)
    } catch (error) {
      const description = (error instanceof ApiError && error.sentence) || 'Please try again.'
      ui.toast({ title: 'It was not deleted', description, tone: 'destructive' })
    }
  }
}
