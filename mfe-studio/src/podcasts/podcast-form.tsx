import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Input, Select, Textarea } from '@griot/ui/input'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { NewPodcast } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { useCreatePodcast } from './api.ts'
import { CATEGORY_OPTIONS } from './categories.ts'

export function PodcastForm() {
  const { ui } = useShell()
  const create = useCreatePodcast()
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(NewPodcast),
    defaultValues: { title: '', description: '', hostName: '', coverImage: '' },
  })
  const { errors } = formState

  const submit = handleSubmit((podcast) =>
    create.mutate(podcast, {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Podcast created successfully!' })
        reset()
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to create podcast', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <CreateForm title="Create Podcast" onSubmit={submit}>
      <Input label="Title" required error={errors.title?.message} {...register('title')} />
      <Textarea label="Description" required error={errors.description?.message} {...register('description')} />
      <Input label="Host Name" required error={errors.hostName?.message} {...register('hostName')} />
      <Select
        label="Category"
        required
        placeholder="Select a category"
        options={CATEGORY_OPTIONS}
        defaultValue=""
        error={errors.category?.message}
        {...register('category')}
      />
      <Input
        label="Cover Image URL (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Without one we draw a cover for you."
        error={errors.coverImage?.message}
        {...register('coverImage')}
      />
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Podcast'}
      </Button>
    </CreateForm>
  )
}
