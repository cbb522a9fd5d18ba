import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Input, Textarea } from '@griot/ui/input'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { NewCreator } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { useCreateCreator } from './api.ts'

const EMPTY = { name: '', bio: '', profileImage: '', socialLinks: { twitter: '', instagram: '', website: '' } }

export function CreatorForm() {
  const { ui } = useShell()
  const create = useCreateCreator()
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(NewCreator),
    defaultValues: EMPTY,
  })
  const { errors } = formState

  const submit = handleSubmit((creator) =>
    create.mutate(creator, {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Creator profile created successfully!' })
        reset()
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to create creator', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <CreateForm title="Create Creator Profile" onSubmit={submit}>
      <Input label="Name" required error={errors.name?.message} {...register('name')} />
      <Textarea label="Bio" required error={errors.bio?.message} {...register('bio')} />
      <Input
        label="Profile Image URL (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        error={errors.profileImage?.message}
        {...register('profileImage')}
      />
      <fieldset className="studio:grid studio:gap-5">
        <legend className="studio:mb-3 studio:font-display studio:text-lg studio:font-bold">
          Social links (optional)
        </legend>
        <Input
          label="Twitter"
          placeholder="@handle"
          error={errors.socialLinks?.twitter?.message}
          {...register('socialLinks.twitter')}
        />
        <Input
          label="Instagram"
          placeholder="@handle"
          error={errors.socialLinks?.instagram?.message}
          {...register('socialLinks.instagram')}
        />
        <Input
          label="Website"
          type="url"
          inputMode="url"
          placeholder="https://"
          error={errors.socialLinks?.website?.message}
          {...register('socialLinks.website')}
        />
      </fieldset>
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Creator Profile'}
      </Button>
    </CreateForm>
  )
}
