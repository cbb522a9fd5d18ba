import type { Creator } from '@griot/contracts/catalog/creators'
import { useShell } from '@griot/shell-sdk/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { EditForm } from '../form-layout.tsx'
import { NewCreator } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { useUpdateCreator } from './api.ts'
import { CreatorFields } from './creator-fields.tsx'

export function EditCreator({ creator, onClose }: { creator: Creator; onClose: () => void }) {
  const { ui } = useShell()
  const update = useUpdateCreator(creator)
  const { name, bio, profileImage, socialLinks } = creator
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(NewCreator),
    defaultValues: {
      name,
      bio,
      profileImage: profileImage ?? '',
      socialLinks: {
        twitter: socialLinks.twitter ?? '',
        instagram: socialLinks.instagram ?? '',
        website: socialLinks.website ?? '',
      },
    },
  })
  const { errors } = formState

  const submit = handleSubmit((body) =>
    update.mutate(body, {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: 'Creator profile saved.' })
        onClose()
      },
      onError: (error) => {
        ui.toast({ title: 'Error', description: 'Failed to save creator', tone: 'destructive' })
        showRefusal(error, setError)
      },
    }),
  )

  return (
    <EditForm title="Edit your profile" isPending={update.isPending} onSubmit={submit} onClose={onClose}>
      <CreatorFields register={register} errors={errors} />
      <FormError message={errors.root?.server?.message} />
    </EditForm>
  )
}
