import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { useShell } from '@griot/shell-sdk/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { EditForm } from '../form-layout.tsx'
import { isUploaded, type PictureChange, pictureRefusal } from '../pictures/change-picture.ts'
import { NewPodcast } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { usePictureDraft } from '../typed-work/use-picture-draft.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useUpdatePodcast } from './api.ts'
import { CoverPicker } from './cover-picker.tsx'
import { PodcastFields } from './podcast-fields.tsx'

/** Changes a podcast and its cover. */
export function EditPodcast({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const { ui } = useShell()
  const update = useUpdatePodcast(podcast)
  const cover = usePictureDraft(`podcast ${podcast.id}`)
  const [coverError, setCoverError] = useState<string>()
  const { title, description, hostName, category } = podcast
  const form = useForm({
    resolver: zodResolver(NewPodcast),
    defaultValues: {
      title,
      description,
      hostName,
      category,
      coverImage: podcast.coverImage.startsWith('https:') ? podcast.coverImage : '',
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors } = formState
  const work = useTypedWork(`podcast ${podcast.id}`, form, cover)
  const takesAddress = cover.change === 'remove' || (cover.change === null && !isUploaded(podcast.coverImage))

  const submit = handleSubmit(({ coverImage, ...body }) =>
    update.mutate(
      { body: { ...body, ...(takesAddress && { coverImage }) }, cover: cover.change },
      {
        onSuccess: () => {
          ui.toast({ title: 'Success', description: 'Podcast saved.' })
          work.forget()
          onClose()
        },
        onError: (error) => {
          const aboutCover = pictureRefusal('cover', error)
          setCoverError(aboutCover)
          if (aboutCover === undefined) showRefusal(error, setError)
          ui.toast({ title: 'Error', description: 'Failed to save podcast', tone: 'destructive' })
        },
      },
    ),
  )
  const handleCover = (change: PictureChange) => {
    cover.choose(change)
    setCoverError(undefined)
  }

  return (
    <EditForm title="Edit podcast" work={work} isPending={update.isPending} onSubmit={submit} onClose={onClose}>
      <PodcastFields
        register={register}
        errors={errors}
        cover={<CoverPicker podcast={podcast} change={cover.change} error={coverError} onChange={handleCover} />}
        takesAddress={takesAddress}
      />
      <FormError message={errors.root?.server?.message} />
    </EditForm>
  )
}
