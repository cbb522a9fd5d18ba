import type { Episode } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { useUnsavedWork } from '@griot/shell-sdk/react'
import { episodeLabel } from '@griot/ui/format'
import { Input } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { useMyMedia } from '../media/api.ts'
import { useLinkMedia, useMyEpisodes } from './api.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Why the file was not linked. `advice` follows the sentence about an unknown id. */
const sentenceFor = (error: Error, advice: string) => {
  if (!(error instanceof ApiError)) return 'The connection was lost. Please try again.'
  if (error.status === 404) return `You have no episode with that id.${advice}`
  return error.sentence ?? 'It was not linked. Please try again.'
}

/** Links a file to an episode, by the episode's id or by selecting one of the user's episodes. */
export function LinkDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const link = useLinkMedia()
  const episodes = useMyEpisodes()
  useUnsavedWork(typed !== '')
  const wanted = typed.trim().toLowerCase()
  const advice = episodes.data?.length === 0 ? '' : ' Select one of your episodes below.'
  // An episode plays one file, so linking replaces its current audio.
  const currentAudioId = episodes.data?.find(({ id }) => id === wanted)?.audioFileId ?? null
  const replacesAudio = currentAudioId !== null && currentAudioId !== file.id

  const handleSubmit = () => {
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
    <FormDialog
      title="Link to Episode"
      description={file.originalName}
      submitLabel="Link to Episode"
      pendingLabel="Linking..."
      isPending={link.isPending}
      isDisabled={wanted === ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
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
      {replacesAudio && <p className="studio:text-sm">The episode plays another file now. This file replaces it.</p>}
      {file.status === 'processing' && (
        <p className="studio:text-sm studio:text-muted">
          The file is still being processed. The episode plays it as soon as it is ready.
        </p>
      )}
      <QueryStates
        query={episodes}
        what="your episodes"
        skeleton={<Skeleton height="6rem" />}
        empty={<p className="studio:text-muted">You have no episodes yet.</p>}
      >
        {(mine) => <EpisodePicker file={file} episodes={mine} typed={wanted} onPick={handleType} />}
      </QueryStates>
    </FormDialog>
  )
}

interface EpisodePickerProps {
  file: MediaFile
  episodes: readonly Episode[]
  typed: string
  onPick: (id: string) => void
}

/** The episodes that match the typed text, or all if none does. */
function EpisodePicker({ file, episodes, typed, onPick }: EpisodePickerProps) {
  const media = useMyMedia()
  const playedBy = ({ audioFileId }: Episode) => {
    if (audioFileId === null) return 'no audio yet'
    if (audioFileId === file.id) return 'plays this file'
    return `plays ${media.data?.find(({ id }) => id === audioFileId)?.originalName ?? 'other audio'}`
  }
  const found = episodes.filter(
    ({ id, title, podcastTitle }) => id === typed || `${title} ${podcastTitle}`.toLowerCase().includes(typed),
  )
  return (
    <>
      {found.length === 0 && <p className="studio:text-muted">No episode matches. These are all your episodes:</p>}
      <ul
        aria-label="Your episodes"
        className="studio:max-h-56 studio:divide-y studio:divide-line studio:overflow-y-auto studio:rounded-m studio:border studio:border-line"
      >
        {(found.length > 0 ? found : episodes).map((episode) => (
          <li key={episode.id}>
            <button
              type="button"
              aria-pressed={episode.id === typed}
              onClick={() => onPick(episode.id)}
              className="studio:w-full studio:px-4 studio:py-2.5 studio:text-start studio:-outline-offset-2 studio:hover:bg-raised studio:aria-pressed:bg-teal-wash"
            >
              <span className="studio:block studio:font-semibold">{episode.title}</span>
              <span className="studio:block studio:text-sm studio:text-muted studio:wrap-anywhere">
                {[episode.podcastTitle, episodeLabel(episode), playedBy(episode)].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
