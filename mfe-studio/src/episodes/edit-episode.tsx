import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { FormError } from '../form-error.tsx'
import { EditForm } from '../form-layout.tsx'
import { showRefusal } from '../show-refusal.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useUpdateEpisode } from './api.ts'
import { EpisodeFields } from './episode-fields.tsx'
import { planOf, toLocal } from './plan.ts'
import { type CheckedEpisode, useEpisodeForm } from './use-episode-form.ts'

/** Changes an episode, and when listeners see it. */
export function EditEpisode({ episode, onClose }: { episode: Episode; onClose: () => void }) {
  const { ui } = useShell()
  const update = useUpdateEpisode(episode)
  const { title, description, podcastId, duration, episodeNumber, publishAt } = episode
  const state = useEpisodeForm({
    title,
    description,
    podcastId,
    audioFileId: episode.audioFileId ?? '',
    duration,
    episodeNumber,
    plan: planOf(episode),
    publishAt: publishAt === null ? '' : toLocal(publishAt),
  })
  const { handleSubmit, setError, getFieldState, formState } = state.form
  const work = useTypedWork(`episode ${episode.id}`, state.form)
  // Whoever only mends a word changes nothing about when it is seen.
  const { plan, publishAt: time, audioFileId: audio } = formState.dirtyFields

  const changesOf = (checked: CheckedEpisode) => ({
    title: checked.title,
    description: checked.description,
    episodeNumber: checked.episodeNumber,
    ...(getFieldState('duration').isDirty && { duration: checked.duration }),
    ...(audio && checked.audioFileId !== null && { audioFileId: checked.audioFileId }),
    ...((plan || time || (audio && episode.status !== 'published')) && {
      status: checked.status,
      ...(checked.publishAt !== null && { publishAt: checked.publishAt }),
    }),
  })

  const submit = handleSubmit((checked) =>
    update.mutate(changesOf(checked), {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Episode saved.' })
        work.forget()
        onClose()
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to save episode', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <EditForm title="Edit episode" work={work} isPending={update.isPending} onSubmit={submit} onClose={onClose}>
      <EpisodeFields {...state} />
      <FormError message={formState.errors.root?.server?.message} />
    </EditForm>
  )
}
