import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { type PictureChange, withoutPicture } from '../pictures/change-picture.ts'
import { NewPodcast } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { useCreatePodcast } from './api.ts'
import { CoverPicker } from './cover-picker.tsx'
import { PodcastFields } from './podcast-fields.tsx'

export function PodcastForm() {
  const { ui } = useShell()
  const create = useCreatePodcast()
  const [cover, setCover] = useState<PictureChange>(null)
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(NewPodcast),
    defaultValues: { title: '', description: '', hostName: '', coverImage: '' },
  })
  const { errors } = formState

  const submit = handleSubmit((body) =>
    create.mutate(
      { body, cover },
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
          setCover(null)
        },
        onError: (error) => {
          ui.toast({ title: 'Error', description: 'Failed to create podcast', tone: 'destructive' })
          showRefusal(error, setError)
        },
      },
    ),
  )

  return (
    <CreateForm title="Create Podcast" onSubmit={submit}>
      <PodcastFields
        register={register}
        errors={errors}
        cover={<CoverPicker change={cover} onChange={setCover} />}
        takesAddress={cover === null}
      />
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Podcast'}
      </Button>
    </CreateForm>
  )
}
