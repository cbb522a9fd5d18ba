import type { Creator } from '@griot/contracts/catalog/creators'
import { useShell } from '@griot/shell-sdk/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { EditForm } from '../form-layout.tsx'
import { isUploaded, type PictureChange, pictureRefusal } from '../pictures/change-picture.ts'
import { NewCreator } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { usePictureDraft } from '../typed-work/use-picture-draft.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useUpdateCreator } from './api.ts'
import { CreatorFields } from './creator-fields.tsx'
import { PortraitPicker } from './portrait-picker.tsx'

export function EditCreator({ creator, onClose }: { creator: Creator; onClose: () => void }) {
  const { ui } = useShell()
  const update = useUpdateCreator(creator)
  const picture = usePictureDraft(`creator ${creator.id}`)
  const [pictureError, setPictureError] = useState<string>()
  const { name, bio, profileImage, socialLinks } = creator
  const form = useForm({
    resolver: zodResolver(NewCreator),
    defaultValues: {
      name,
      bio,
      profileImage: profileImage?.startsWith('https:') ? profileImage : '',
      socialLinks: {
        twitter: socialLinks.twitter ?? '',
        instagram: socialLinks.instagram ?? '',
        website: socialLinks.website ?? '',
      },
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors } = formState
  const work = useTypedWork(`creator ${creator.id}`, form, picture)
  const takesAddress = picture.change === 'remove' || (picture.change === null && !isUploaded(profileImage))

  const submit = handleSubmit(({ profileImage: address, ...body }) =>
    update.mutate(
      { body: { ...body, ...(takesAddress && { profileImage: address }) }, picture: picture.change },
      {
        onSuccess: () => {
          ui.toast({ title: 'Success', description: 'Creator profile saved.' })
          work.forget()
          onClose()
        },
        onError: (error) => {
          const aboutPicture = pictureRefusal('portrait', error)
          setPictureError(aboutPicture)
          if (aboutPicture === undefined) showRefusal(error, setError)
          ui.toast({ title: 'Error', description: 'Failed to save creator', tone: 'destructive' })
        },
      },
    ),
  )
  const handlePicture = (change: PictureChange) => {
    picture.choose(change)
    setPictureError(undefined)
  }

  return (
    <EditForm title="Edit your profile" work={work} isPending={update.isPending} onSubmit={submit} onClose={onClose}>
      <CreatorFields
        register={register}
        errors={errors}
        picture={
          <PortraitPicker creator={creator} change={picture.change} error={pictureError} onChange={handlePicture} />
        }
        takesAddress={takesAddress}
      />
      <FormError message={errors.root?.server?.message} />
    </EditForm>
  )
}
