import type { Episode } from '@griot/contracts/catalog/episodes'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { formatDayTime } from '@griot/ui/format'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { showRefusal } from '../show-refusal.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useCreateEpisode } from './api.ts'
import { EpisodeFields } from './episode-fields.tsx'
import { type EpisodeValues, useEpisodeForm } from './use-episode-form.ts'

const EMPTY: EpisodeValues = {
  title: '',
  description: '',
  podcastId: '',
  audioFileId: '',
  duration: 0,
  episodeNumber: 1,
  plan: 'now',
  publishAt: '',
}

const WHAT_NOW = {
  published: () => '',
  draft: () => ' It is a draft.',
  when_ready: () => ' It is published as soon as its audio is ready.',
  scheduled: ({ publishAt }: Episode) => ` It is published ${publishAt ? formatDayTime(publishAt) : 'later'}.`,
}

export function EpisodeForm() {
  const { ui } = useShell()
  const create = useCreateEpisode()
  const state = useEpisodeForm(EMPTY)
  const { handleSubmit, reset, setError, formState } = state.form
  const work = useTypedWork('episode', state.form)

  const submit = handleSubmit((episode) =>
    create.mutate(episode, {
      onSuccess: (created) => {
        const description = `Episode created successfully!${WHAT_NOW[created.status](created)}`
        ui.toast({ title: 'Success', description })
        reset(EMPTY)
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to create episode', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <CreateForm title="Create Episode" fold="New episode" isDone={create.isSuccess} work={work} onSubmit={submit}>
      <EpisodeFields {...state} />
      <FormError message={formState.errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Episode'}
      </Button>
    </CreateForm>
  )
}
