import { DeleteSavedEpisode, GetLibraryCounts, ListSavedEpisodes, SaveEpisode } from '@griot/contracts/library'
import { isReadOf } from '@griot/contracts/query-key'
import type { Toast } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { isSessionEnded, LOG_IN_TO_SAVE, loginRequired } from '@griot/shell-sdk/login-required'
import { invalidate } from '@griot/shell-sdk/mark-stale'
import { useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { episodeAddress, share } from '@griot/shell-sdk/share'
import { useFocusKept } from '@griot/ui/use-focus-kept'
import { failureToast } from '@griot/ui/use-online'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import ListMusic from 'lucide-react/icons/list-music'
import Moon from 'lucide-react/icons/moon'
import Share2 from 'lucide-react/icons/share-2'
import type { ComponentProps, ReactNode } from 'react'
import { signIn } from '../auth/sign-in.ts'
import type { PlaybackProps, SheetName } from './controls.tsx'

interface PlayerActionsProps extends PlaybackProps {
  episodeId: string
  toast: (toast: Toast) => void
  onSheet: (sheet: SheetName) => void
}

/** Speed, sleep timer, queue, share and favorite, each with its label. */
export function PlayerActions({ playback, snapshot, episodeId, toast, onSheet }: PlayerActionsProps) {
  const { rate, episode, position } = snapshot
  const queued = useStore(playback.queue.state).length
  const isSleepSet = useStore(playback.sleepTimer.state, ({ until }) => until !== 'off')
  const saved = useSaved(episodeId, toast)
  const handleShare = () => {
    if (episode) void share({ title: episode.title, address: episodeAddress(episode, position) }, toast)
  }
  return (
    <div className="full-player-actions">
      <Action icon={<span className="full-player-rate">{rate}×</span>} onClick={() => onSheet('speed')}>
        Speed
      </Action>
      <Action
        icon={<Moon aria-hidden="true" fill={isSleepSet ? 'currentColor' : 'none'} />}
        aria-label={`Sleep timer${isSleepSet ? ', on' : ''}`}
        onClick={() => onSheet('sleep')}
      >
        Sleep
      </Action>
      <Action
        icon={<ListMusic aria-hidden="true" />}
        aria-label={queued > 0 ? `Queue, ${queued} waiting` : 'Queue'}
        onClick={() => onSheet('queue')}
      >
        Queue
      </Action>
      <Action icon={<Share2 aria-hidden="true" />} onClick={handleShare}>
        Share
      </Action>
      <Action
        icon={<Heart aria-hidden="true" fill={saved.isSaved ? 'currentColor' : 'none'} />}
        aria-pressed={saved.isSaved}
        disabled={!saved.isKnown}
        onClick={saved.toggle}
      >
        {saved.isSaved ? 'Favorited' : 'Favorite'}
      </Action>
    </div>
  )
}

function Action({ icon, children, disabled = false, ...rest }: ComponentProps<'button'> & { icon: ReactNode }) {
  const button = useFocusKept(undefined, disabled)
  return (
    <button ref={button} type="button" className="full-player-action" disabled={disabled} {...rest}>
      {icon}
      <span>{children}</span>
    </button>
  )
}

const ME = { params: { id: 'me' } } as const
const LIBRARY = [isReadOf(ListSavedEpisodes, ME), isReadOf(GetLibraryCounts, ME)]

/** The heart of an episode. */
const useSaved = (episodeId: string, toast: (toast: Toast) => void) => {
  const client = useQueryClient()
  const saved = useQuery(read(ListSavedEpisodes, { ...ME, query: { episodeId } }))
  const entry = saved.data?.find((one) => one.episodeId === episodeId)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (entry) await call(DeleteSavedEpisode, { params: { id: entry.id } })
      else await call(SaveEpisode, { body: { episodeId } })
    },
    onSuccess: () => toast({ title: entry ? 'Removed from Favorites' : 'Added to Favorites' }),
    onError: (error) => {
      console.error('the favorite did not change', error)
      toast(isSessionEnded(error) ? loginRequired(LOG_IN_TO_SAVE, signIn) : failureToast('That did not work'))
    },
    onSettled: () => invalidate(client, LIBRARY),
  })
  // A press without the saved state saves. The server saves an episode once. Without a network it fails with a toast.
  return { isSaved: entry !== undefined, isKnown: !saved.isPending && !isPending, toggle: () => mutate() }
}
