import type { FullEpisode } from '@griot/contracts/catalog/episodes'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'
import { formatDuration } from '@griot/ui/format'
import { Input, Select } from '@griot/ui/input'
import { LoadFailed } from '@griot/ui/load-failed'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { timeZone, toLocal } from '../local-time.ts'
import { useMyPodcasts } from '../podcasts/api.ts'
import { DescriptionField } from '../rich-text/description-field.tsx'
import { MoreEpisodeDetails } from './more-episode-details.tsx'
import { NumberField } from './number-field.tsx'
import type { Plan } from './plan.ts'
import type { EpisodeFormState, EpisodeValues } from './use-episode-form.ts'

const STATE = { ready: '', processing: 'being processed', failed: 'could not be processed' }

/** A recording in a list of choices. */
export const labelOf = (file: MediaFile) =>
  `${file.originalName} · ${file.status === 'ready' ? formatDuration(file.duration ?? 0) : STATE[file.status]}`

const AUDIO_HINT = {
  ready: 'Its length fills the duration.',
  processing: 'Its length fills the duration as soon as it is ready.',
  failed: 'This file could not be processed. Try it again in your media library, or choose another.',
}

type FieldsProps = Omit<EpisodeFormState, 'form'>

export function EpisodeFields({ media, audio, episode }: FieldsProps & { episode: FullEpisode | undefined }) {
  const form = useFormContext<EpisodeValues>()
  const field = fieldsOf(form)
  const audioFileId = form.watch('audioFileId')
  const isMeasured = audio?.status === 'ready'
  const number = { type: 'number', inputMode: 'numeric', min: 1, required: true } as const

  return (
    <>
      <Input label="Title" required {...field('title')} />
      <DescriptionField htmlField="notesHtml" />
      {!episode && <PodcastField />}
      {media.isError ? (
        <LoadFailed what="your audio files" onRetry={media.refetch} />
      ) : (
        <AudioField media={media} audio={audio} />
      )}
      <TitleSuggestion suggested={audio?.suggestions?.title} />
      <div className="studio:grid studio:items-start studio:gap-5 studio:sm:grid-cols-2">
        <Input
          label="Duration (seconds)"
          {...number}
          readOnly={isMeasured}
          hint={isMeasured && 'Measured from the audio file.'}
          {...field('duration', { valueAsNumber: true })}
        />
        <NumberField episodeId={episode?.id} />
      </div>
      <PlanFields
        waits={audio !== undefined && audio.status !== 'ready'}
        nowNote={audioFileId === '' ? SILENT_NOTE : undefined}
      />
      <MoreEpisodeDetails isGuidFixed={episode?.isGuidFixed ?? false} />
    </>
  )
}

function PodcastField() {
  const podcasts = useMyPodcasts()
  const form = useFormContext<EpisodeValues>()
  const { watch, resetField } = form
  const chosen = watch('podcastId')
  const onlyId = podcasts.data?.length === 1 ? podcasts.data[0]?.id : undefined
  useEffect(() => {
    // Selects the only podcast. The field stays clean, because the user did not change it.
    if (onlyId !== undefined && chosen === '') resetField('podcastId', { defaultValue: onlyId })
  }, [onlyId, chosen, resetField])

  if (podcasts.isError) return <LoadFailed what="your podcasts" onRetry={podcasts.refetch} />
  return (
    <Select
      label="Podcast"
      required
      placeholder={podcasts.isPending ? 'Loading your podcasts…' : 'Select a podcast'}
      options={podcasts.data?.map(({ id, title }) => ({ value: id, label: title })) ?? []}
      hint={podcasts.data?.length === 0 && 'You have no podcast yet: create one in the Podcasts tab first.'}
      {...fieldsOf(form)('podcastId')}
      value={chosen}
    />
  )
}

function AudioField({ media, audio }: Pick<FieldsProps, 'media' | 'audio'>) {
  const form = useFormContext<EpisodeValues>()
  const begunWith = form.formState.defaultValues?.audioFileId ?? ''
  // A failed file cannot be selected, but the current file of the episode is always listed.
  const files = media.data?.filter((file) => file.status !== 'failed' || file.id === begunWith) ?? []
  const isOfOther = begunWith !== '' && media.data !== undefined && !files.some(({ id }) => id === begunWith)
  // Audio can be replaced, but not removed without deleting the file.
  const none = { value: '', label: media.isPending ? 'Loading your audio files…' : 'No audio yet' }
  return (
    <Select
      label="Audio File (optional)"
      options={[
        ...(begunWith === '' ? [none] : []),
        ...files.map((file) => ({ value: file.id, label: labelOf(file) })),
        ...(isOfOther ? [{ value: begunWith, label: 'Its current audio, of another member' }] : []),
      ]}
      hint={audio ? AUDIO_HINT[audio.status] : 'Choosing one fills the duration. You can also link audio later.'}
      {...fieldsOf(form)('audioFileId')}
      // The options may load after the value is set.
      value={form.watch('audioFileId')}
    />
  )
}

/** Offers the title in the tags of the recording. */
export function TitleSuggestion({ suggested }: { suggested: string | null | undefined }) {
  const { watch, setValue } = useFormContext<EpisodeValues>()
  if (!suggested || suggested === watch('title')) return null
  const handleTake = () => setValue('title', suggested, { shouldDirty: true, shouldValidate: true })
  return (
    <p className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-1">
      <span className="g-hint studio:wrap-anywhere">Title in the recording: “{suggested}”.</span>
      <Button look="secondary" size="small" onClick={handleTake}>
        Use this title
      </Button>
    </p>
  )
}

const SILENT_NOTE = 'Listeners see it, but cannot play it until it has audio.'

interface PlanFieldsProps {
  /** The audio is not ready yet. */
  waits: boolean
  /** The effect of publishing now. */
  nowNote?: string | undefined
}

/** When listeners see the episode. */
export function PlanFields({ waits, nowNote }: PlanFieldsProps) {
  const form = useFormContext<EpisodeValues>()
  const { watch } = form

  return (
    <fieldset className="studio:grid">
      <legend className="g-label studio:mb-1">Publication</legend>
      {waits ? (
        <Choice plan="now" name="As soon as its audio is ready" note="It is published automatically." />
      ) : (
        <Choice plan="now" name="Now" note={nowNote} />
      )}
      <Choice plan="scheduled" name="At a time" />
      {watch('plan') === 'scheduled' && (
        <div className="studio:ms-7 studio:mb-1">
          <Input
            label="Publish at"
            type="datetime-local"
            required
            min={toLocal(new Date().toISOString())}
            hint={`Your time, ${timeZone()}.`}
            {...fieldsOf(form)('publishAt')}
          />
        </div>
      )}
      <Choice plan="draft" name="Not yet: keep it as a draft" note="Only members of the show see it." />
    </fieldset>
  )
}

function Choice({ plan, name, note }: { plan: Plan; name: string; note?: string | undefined }) {
  const { register } = useFormContext<EpisodeValues>()
  return (
    <label className="studio:flex studio:min-h-11 studio:cursor-pointer studio:items-center studio:gap-3 studio:py-1 studio:[&_input]:size-4.5 studio:[&_input]:flex-none studio:[&_input]:accent-teal">
      <input type="radio" value={plan} {...register('plan')} />
      <span>
        {name}
        {note && <span className="g-hint studio:block">{note}</span>}
      </span>
    </label>
  )
}
