import type { Category } from '@griot/contracts/catalog/podcasts'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { withoutPicture } from '../pictures/change-picture.ts'
import { NewPodcast } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { usePictureDraft } from '../typed-work/use-picture-draft.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useCreatePodcast } from './api.ts'
import { CoverPicker } from './cover-picker.tsx'
import { PodcastFields } from './podcast-fields.tsx'

// No category is chosen yet, which is what the field's empty option says.
const EMPTY = { title: '', description: '', hostName: '', category: '' as Category, coverImage: '' }

export function PodcastForm() {
  const { ui } = useShell()
  const create = useCreatePodcast()
  const cover = usePictureDraft('podcast')
  const form = useForm({
    resolver: zodResolver(NewPodcast),
    defaultValues: EMPTY,
  })
  const { register, handleSubmit, reset, setError, formState } = form
  const { errors } = formState
  const work = useTypedWork('podcast', form, cover)

  const submit = handleSubmit((body) =>
    create.mutate(
      { body, cover: cover.change },
      {
        onSuccess: ({ coverError }) => {
          ui.toast(
            coverError
              ? {
                  title: 'Podcast created, without its cover',
                  description: `${withoutPicture(coverError)} You can edit the podcast to try again.`,
                  tone: 'destructive',
                }
              : { title: 'Success', description: 'Podcast created successfully!' },
          )
          reset()
          cover.choose(null)
        },
        onError: (error) => {
          ui.toast({ title: 'Error', description: 'Failed to create podcast', tone: 'destructive' })
          showRefusal(error, setError)
        },
      },
    ),
  )

  return (
    <CreateForm title="Create Podcast" fold="New podcast" isDone={create.isSuccess} work={work} onSubmit={submit}>
      <PodcastFields
        register={register}
        errors={errors}
        cover={<CoverPicker change={cover.change} onChange={cover.choose} />}
        takesAddress={cover.change === null}
      />
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Podcast'}
      </Button>
    </CreateForm>
  )
}
