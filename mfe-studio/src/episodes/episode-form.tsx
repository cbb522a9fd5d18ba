import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { formatDuration } from '@griot/ui/format'
import { Input, Select, Textarea } from '@griot/ui/input'
import { LoadFailed } from '@griot/ui/load-failed'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { useMyMedia } from '../media/api.ts'
import { useMyPodcasts } from '../podcasts/api.ts'
import { NewEpisode } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { useCreateEpisode, useNextEpisodeNumber } from './api.ts'

const EMPTY = { title: '', description: '', podcastId: '', audioFileId: '', duration: 0, episodeNumber: 1 }

export function EpisodeForm() {
  const { ui } = useShell()
  const podcasts = useMyPodcasts()
  const media = useMyMedia()
  const create = useCreateEpisode()
  const form = useForm({ resolver: zodResolver(NewEpisode), defaultValues: EMPTY })
  const { register, handleSubmit, reset, setError, setValue, getFieldState, watch, formState } = form
  const { errors } = formState
  const nextNumber = useNextEpisodeNumber(watch('podcastId')).data

  useEffect(() => {
    // A number that someone typed stays.
    if (nextNumber !== undefined && !getFieldState('episodeNumber').isDirty) setValue('episodeNumber', nextNumber)
  }, [nextNumber, getFieldState, setValue])

  const readyFiles = media.data?.filter((file) => file.status === 'ready') ?? []
  const handleAudio = (id: string) => {
    const duration = readyFiles.find((file) => file.id === id)?.duration
    if (duration) setValue('duration', duration, { shouldValidate: formState.isSubmitted })
  }

  const submit = handleSubmit((episode) =>
    create.mutate(episode, {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Episode created successfully!' })
        reset(EMPTY)
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to create episode', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <CreateForm title="Create Episode" onSubmit={submit}>
      <Input label="Title" required error={errors.title?.message} {...register('title')} />
      <Textarea label="Description" required error={errors.description?.message} {...register('description')} />
      {podcasts.isError ? (
        <LoadFailed what="your podcasts" onRetry={podcasts.refetch} />
      ) : (
        <Select
          label="Podcast"
          required
          placeholder={podcasts.isPending ? 'Loading your podcasts…' : 'Select a podcast'}
          options={podcasts.data?.map(({ id, title }) => ({ value: id, label: title })) ?? []}
          hint={podcasts.data?.length === 0 && 'You have no podcast yet: create one in the Podcasts tab first.'}
          error={errors.podcastId?.message}
          {...register('podcastId')}
        />
      )}
      {media.isError ? (
        <LoadFailed what="your audio files" onRetry={media.refetch} />
      ) : (
        <Select
          label="Audio File (optional)"
          options={[
            { value: '', label: media.isPending ? 'Loading your audio files…' : 'No audio yet' },
            ...readyFiles.map((file) => ({
              value: file.id,
              label: `${file.originalName} · ${formatDuration(file.duration ?? 0)}`,
            })),
          ]}
          hint="Choosing one fills the duration. You can also link audio later."
          error={errors.audioFileId?.message}
          {...register('audioFileId', { onChange: (event) => handleAudio(event.target.value) })}
        />
      )}
      <div className="studio:grid studio:gap-5 studio:sm:grid-cols-2">
        <Input
          label="Duration (seconds)"
          type="number"
          inputMode="numeric"
          min={1}
          required
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
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Episode'}
      </Button>
    </CreateForm>
  )
}
