import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { useFormDraft } from '../drafts/drafts.ts'
import { useNextEpisodeNumber } from '../episodes/api.ts'
import { statusFor } from '../episodes/plan.ts'
import { checkEpisode, EMPTY, type EpisodeResolver, withErrors } from '../episodes/use-episode-form.ts'
import { type Recording, useRecording } from './use-recording.ts'

/** Why an episode with this recording can only be a draft; null if it can be published. */
const objectionTo = (recording: Recording) => {
  switch (recording.kind) {
    case 'upload':
      return recording.upload.state === 'chosen'
        ? 'The recording is not being uploaded. Upload it, or keep the episode as a draft.'
        : null
    case 'file':
      return recording.file.status === 'failed'
        ? 'This recording could not be processed. Choose another one, or keep the episode as a draft.'
        : null
    default:
      return 'Choose a recording, or keep the episode as a draft.'
  }
}

const isReady = (recording: Recording) => recording.kind === 'file' && recording.file.status === 'ready'

/** The form of a new episode. Its values and its recording are kept when the user leaves the page. */
export const useNewEpisode = ({ id }: Podcast) => {
  const [search, setSearch] = useSearchParams()
  const given = search.get('audio')

  const resolver: EpisodeResolver = async (values, _, options) => {
    const { recording } = state
    // An upload has no media file yet. It is linked when it arrives.
    const audioFileId = recording.kind === 'file' && recording.file.status !== 'failed' ? recording.file.id : ''
    const status = statusFor(values.plan, isReady(recording))
    const checked = await checkEpisode({ ...values, audioFileId, duration: 0 }, { status }, options)
    const objection = values.plan === 'draft' ? null : objectionTo(recording)
    return withErrors(checked, objection === null ? {} : { audioFileId: objection })
  }

  const form = useForm({ resolver, defaultValues: { ...EMPTY, podcastId: id } })
  const { setValue, getFieldState, watch, clearErrors } = form
  const setFile = (fileId: string) => {
    setValue('audioFileId', fileId, { shouldDirty: true })
    clearErrors('audioFileId')
  }
  const state = useRecording(id, watch('audioFileId'), setFile)
  const draft = useFormDraft(`new episode ${id}`, form)

  // After the draft is restored: a recording in the address is the latest choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (given === null) return
    state.use(given)
    setSearch({}, { replace: true })
  }, [given])

  const { wantedId } = state
  useEffect(() => {
    // The draft stores the id of an upload as soon as the upload has one.
    if (wantedId !== '') setValue('audioFileId', wantedId, { shouldDirty: true })
  }, [wantedId, setValue])

  const nextNumber = useNextEpisodeNumber(id)
  useEffect(() => {
    if (nextNumber !== undefined && !getFieldState('episodeNumber').isDirty) setValue('episodeNumber', nextNumber)
  }, [nextNumber, getFieldState, setValue])

  return { form, draft, state, isReady: isReady(state.recording) }
}
