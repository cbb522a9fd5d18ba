import type { Episode } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { Input } from '@griot/ui/input'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { type FormEvent, useState } from 'react'
import { useMyEpisodes } from '../episodes/api.ts'
import { useLinkMedia, useMyMedia } from './api.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const matches = (episode: Episode, typed: string) =>
  episode.id === typed || `${episode.title} ${episode.podcastTitle}`.toLowerCase().includes(typed)

/** Why it cannot be linked; `advice` is what to do about an id that leads nowhere. */
const sentenceFor = (error: Error, advice: string) => {
  if (!(error instanceof ApiError)) return 'The connection was lost. Please try again.'
  if (error.status === 404) return `You have no episode with that id.${advice}`
  return error.sentence ?? 'It was not linked. Please try again.'
}

/** Links a file to an episode, by the episode's id or by picking one of one's own by title. */
export function LinkDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const link = useLinkMedia()
  const episodes = useMyEpisodes()
  useUnsavedWork(typed !== '')
  const wanted = typed.trim().toLowerCase()
  const advice = episodes.data?.length === 0 ? '' : ' Pick one of yours below.'

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const episodeId = typed.trim()
    if (!UUID.test(episodeId)) return setError(`That is not the id of an episode.${advice}`)
    link.mutate(
      { file, episodeId },
      { onSuccess: onClose, onError: (refused) => setError(sentenceFor(refused, advice)) },
    )
  }
  const handleType = (text: string) => {
    setTyped(text)
    setError(undefined)
  }

  return (
    <Dialog open onClose={onClose} title="Link to Episode" description={file.originalName}>
      <form onSubmit={handleSubmit} noValidate className="studio:grid studio:gap-4">
        <Input
          label="Episode ID"
          placeholder="Enter episode ID"
          hint="Paste an id, or type part of a title to find one of your episodes."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error}
          onChange={(event) => handleType(event.target.value)}
        />
        <ReplacesNote file={file} episodeId={wanted} />
        {file.status === 'processing' && (
          <p className="studio:text-sm studio:text-muted">
            It is still being processed: the episode plays it as soon as it is ready.
          </p>
        )}
        <EpisodePicker file={file} typed={wanted} onPick={(episode) => handleType(episode.id)} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={link.isPending} disabled={typed.trim() === ''}>
            {link.isPending ? 'Linking...' : 'Link to Episode'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** An episode plays one file: what it plays now gives way. */
function ReplacesNote({ file, episodeId }: { file: MediaFile; episodeId: string }) {
  const episodes = useMyEpisodes()
  const now = episodes.data?.find(({ id }) => id === episodeId)?.audioFileId ?? null
  if (now === null || now === file.id) return null
  return <p className="studio:text-sm">It plays other audio now, which this file takes the place of.</p>
}

interface EpisodePickerProps {
  file: MediaFile
  typed: string
  onPick: (episode: Episode) => void
}

function EpisodePicker({ file, typed, onPick }: EpisodePickerProps) {
  const episodes = useMyEpisodes()

  if (episodes.isPending) return <Skeleton height="6rem" />
  if (episodes.isError) return <LoadFailed what="your episodes" onRetry={episodes.refetch} />

  if (episodes.data.length === 0) return <p className="studio:text-muted">You have no episodes yet.</p>

  const found = episodes.data.filter((episode) => matches(episode, typed))
  if (found.length > 0) return <EpisodeButtons file={file} episodes={found} chosenId={typed} onPick={onPick} />
  return (
    <>
      <p className="studio:text-muted">None of your episodes is called that. These are all of them:</p>
      <EpisodeButtons file={file} episodes={episodes.data} chosenId={typed} onPick={onPick} />
    </>
  )
}

interface EpisodeButtonsProps {
  file: MediaFile
  episodes: readonly Episode[]
  chosenId: string
  onPick: (episode: Episode) => void
}

function EpisodeButtons({ file, episodes, chosenId, onPick }: EpisodeButtonsProps) {
  const media = useMyMedia()
  /** What it plays now: linking takes that away. */
  const playedBy = ({ audioFileId }: Episode) => {
    if (audioFileId === null) return 'no audio yet'
    if (audioFileId === file.id) return 'plays this file'
    return `plays ${media.data?.find(({ id }) => id === audioFileId)?.originalName ?? 'other audio'}`
  }
  return (
    <ul
      aria-label="Your episodes"
      className="studio:max-h-56 studio:divide-y studio:divide-line studio:overflow-y-auto studio:rounded-m studio:border studio:border-line"
    >
      {episodes.map((episode) => (
        <li key={episode.id}>
          <button
            type="button"
            aria-pressed={episode.id === chosenId}
            onClick={() => onPick(episode)}
            className="studio:w-full studio:px-4 studio:py-2.5 studio:text-start studio:-outline-offset-2 studio:hover:bg-raised studio:aria-pressed:bg-teal-wash"
          >
            <span className="studio:block studio:font-semibold">{episode.title}</span>
            <span className="studio:block studio:text-sm studio:text-muted studio:wrap-anywhere">
              {episode.podcastTitle} · Episode {episode.episodeNumber} · {playedBy(episode)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
