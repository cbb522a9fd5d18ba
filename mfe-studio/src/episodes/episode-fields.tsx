import type { MediaFile } from '@griot/contracts/media/media-file'
import { formatDuration } from '@griot/ui/format'
import { Input, Select, Textarea } from '@griot/ui/input'
import { LoadFailed } from '@griot/ui/load-failed'
import { useEffect } from 'react'
import { useMyPodcasts } from '../podcasts/api.ts'
import { PlanFields } from './plan-fields.tsx'
import { TitleSuggestion } from './title-suggestion.tsx'
import type { EpisodeFormState } from './use-episode-form.ts'

const STATE = { ready: '', processing: 'being processed', failed: 'could not be processed' }

const labelOf = (file: MediaFile) =>
  `${file.originalName} · ${file.status === 'ready' ? formatDuration(file.duration ?? 0) : STATE[file.status]}`

const AUDIO_HINT = {
  ready: 'Its length fills the duration.',
  processing: 'Its length fills the duration as soon as it is ready.',
  failed: 'This file could not be processed. Try it again in your media library, or choose another.',
}

/** What there is to say about an episode; a new one also names its podcast. */
export function EpisodeFields({ form, media, audio, isNew }: EpisodeFormState) {
  const { register, formState } = form
  const { errors } = formState
  const begunWith = formState.defaultValues?.audioFileId ?? ''
  // Nothing can be published with a file that failed, but what an episode has must be there to see.
  const files = media.data?.filter((file) => file.status !== 'failed' || file.id === begunWith) ?? []

  return (
    <>
      <Input label="Title" required error={errors.title?.message} {...register('title')} />
      <Textarea label="Description" required error={errors.description?.message} {...register('description')} />
      {isNew && <PodcastField form={form} />}
      {media.isError ? (
        <LoadFailed what="your audio files" onRetry={media.refetch} />
      ) : (
        <Select
          label="Audio File (optional)"
          options={[
            // A file gives way to another one only: taking it away is deleting it.
            ...(begunWith === ''
              ? [{ value: '', label: media.isPending ? 'Loading your audio files…' : 'No audio yet' }]
              : []),
            ...files.map((file) => ({ value: file.id, label: labelOf(file) })),
          ]}
          hint={audio ? AUDIO_HINT[audio.status] : 'Choosing one fills the duration. You can also link audio later.'}
          error={errors.audioFileId?.message}
          {...register('audioFileId')}
          // What is chosen may be listed later than it is known.
          value={form.watch('audioFileId')}
        />
      )}
      <TitleSuggestion
        audio={audio}
        title={form.watch('title')}
        onTake={(title) => form.setValue('title', title, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="studio:grid studio:items-start studio:gap-5 studio:sm:grid-cols-2">
        <Input
          label="Duration (seconds)"
          type="number"
          inputMode="numeric"
          min={1}
          required
          readOnly={audio?.status === 'ready'}
          hint={audio?.status === 'ready' && 'As measured.'}
          error={errors.duration?.message}
          {...register('duration', { valueAsNumber: true })}
        />
        <Input
          label="Episode Number"
          type="number"
          inputMode="numeric"
          min={1}
          required
          error={errors.episodeNumber?.message}
          {...register('episodeNumber', { valueAsNumber: true })}
        />
      </div>
      <PlanFields form={form} audio={audio} />
    </>
  )
}

function PodcastField({ form }: Pick<EpisodeFormState, 'form'>) {
  const podcasts = useMyPodcasts()
  const chosen = form.watch('podcastId')
  const onlyId = podcasts.data?.length === 1 ? podcasts.data[0]?.id : undefined
  const { resetField } = form
  useEffect(() => {
    // Where there is nothing to choose from, nothing needs to be chosen; and nobody has typed that.
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
      error={form.formState.errors.podcastId?.message}
      {...form.register('podcastId')}
      value={chosen}
    />
  )
}
