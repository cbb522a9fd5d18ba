import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { LoadFailed } from '@griot/ui/load-failed'
import { Portrait } from '@griot/ui/portrait'
import { Skeleton } from '@griot/ui/skeleton'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '../form-error.tsx'
import { CreateForm } from '../form-layout.tsx'
import { withoutPicture } from '../pictures/change-picture.ts'
import { NewCreator } from '../schemas.ts'
import { showRefusal } from '../show-refusal.ts'
import { usePictureDraft } from '../typed-work/use-picture-draft.ts'
import { useTypedWork } from '../typed-work/use-typed-work.ts'
import { useCreateCreator, useMyProfile } from './api.ts'
import { CreatorFields } from './creator-fields.tsx'
import { EditCreator } from './edit-creator.tsx'
import { PortraitPicker } from './portrait-picker.tsx'

const EMPTY = { name: '', bio: '', profileImage: '', socialLinks: { twitter: '', instagram: '', website: '' } }

/** The form of one's profile, of which there is one a person: whoever has it changes it. */
export function CreatorForm() {
  const profile = useMyProfile()
  const [isEditing, setIsEditing] = useState(false)

  if (profile.isPending) {
    return (
      <Card>
        <p className="g-visually-hidden">Loading your profile</p>
        <Skeleton height="20rem" />
      </Card>
    )
  }
  if (profile.isError) return <LoadFailed what="your profile" onRetry={profile.refetch} />
  if (profile.data === null) return <NewProfile />
  return (
    <Card className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:justify-items-start studio:gap-4">
      <h2 className="studio:text-2xl">Your Creator Profile</h2>
      <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-4">
        <Portrait name={profile.data.name} src={profile.data.profileImage} size="4.5rem" />
        <p className="studio:min-w-[min(100%,9rem)] studio:flex-1 studio:wrap-anywhere studio:text-muted">
          You are known as <strong className="studio:text-ink">{profile.data.name}</strong>. Your podcasts show this
          profile.
        </p>
      </div>
      <Button look="secondary" onClick={() => setIsEditing(true)}>
        Edit your profile
      </Button>
      {isEditing && <EditCreator creator={profile.data} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

function NewProfile() {
  const { ui } = useShell()
  const create = useCreateCreator()
  const picture = usePictureDraft('creator')
  const form = useForm({
    resolver: zodResolver(NewCreator),
    defaultValues: EMPTY,
  })
  const { register, handleSubmit, reset, setError, formState } = form
  const { errors } = formState
  const work = useTypedWork('creator', form, picture)

  const submit = handleSubmit((body) =>
    create.mutate(
      { body, picture: picture.change },
      {
        onSuccess: ({ pictureError }) => {
          ui.toast(
            pictureError
              ? {
                  title: 'Creator profile created, without its picture',
                  description: `${withoutPicture(pictureError)} You can edit your profile to try again.`,
                  tone: 'destructive',
                }
              : { title: 'Success', description: 'Creator profile created successfully!' },
          )
          reset()
          picture.choose(null)
        },
        onError: (error) => {
          ui.toast({ title: 'Error', description: 'Failed to create creator', tone: 'destructive' })
          showRefusal(error, setError)
        },
      },
    ),
  )

  return (
    <CreateForm
      title="Create Creator Profile"
      fold="New profile"
      isDone={create.isSuccess}
      work={work}
      onSubmit={submit}
    >
      <CreatorFields
        register={register}
        errors={errors}
        picture={<PortraitPicker change={picture.change} onChange={picture.choose} />}
        takesAddress={picture.change === null}
      />
      <FormError message={errors.root?.server?.message} />
      <Button type="submit" wide pending={create.isPending}>
        {create.isPending ? 'Creating...' : 'Create Creator Profile'}
      </Button>
    </CreateForm>
  )
}
