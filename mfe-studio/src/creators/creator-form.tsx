import type { Creator } from '@griot/contracts/catalog/creators'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Input, Textarea } from '@griot/ui/input'
import { Portrait } from '@griot/ui/portrait'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldsOf, SaveForm } from '../form-layout.tsx'
import { savedToast } from '../pictures/change-picture.ts'
import { usePictureDraft } from '../pictures/picture-draft.ts'
import { PicturePicker } from '../pictures/picture-picker.tsx'
import { NewCreator } from '../schemas.ts'
import { useMyProfile, useSaveCreator } from './api.ts'

/** Creates the user's profile, or shows it with an edit button if it exists. */
export function MyProfile() {
  const profile = useMyProfile()
  const skeleton = (
    <Card>
      <Skeleton height="20rem" />
    </Card>
  )
  return (
    <QueryStates query={profile} what="your profile" skeleton={skeleton}>
      {(creator) => (creator ? <Profile creator={creator} /> : <CreatorForm />)}
    </QueryStates>
  )
}

function Profile({ creator }: { creator: Creator }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:justify-items-start studio:gap-4">
      <h2 className="studio:text-2xl">Your Creator Profile</h2>
      <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-4">
        <Portrait name={creator.name} src={creator.profileImage} size="4.5rem" />
        <p className="studio:min-w-[min(100%,9rem)] studio:flex-1 studio:wrap-anywhere studio:text-muted">
          Your public name is <strong className="studio:text-ink">{creator.name}</strong>. Your podcasts show this
          profile.
        </p>
      </div>
      <Button look="secondary" onClick={() => setIsEditing(true)}>
        Edit your profile
      </Button>
      {isEditing && <CreatorForm creator={creator} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

const EMPTY = { name: '', bio: '', profileImage: '', socialLinks: { twitter: '', instagram: '', website: '' } }

const valuesOf = ({ name, bio, givenPicture, socialLinks: { twitter, instagram, website } }: Creator) => ({
  name,
  bio,
  profileImage: givenPicture?.address ?? '',
  socialLinks: { twitter: twitter ?? '', instagram: instagram ?? '', website: website ?? '' },
})

export function CreatorForm({ creator, onClose }: { creator?: Creator; onClose?: () => void }) {
  const draftName = creator ? `creator ${creator.id}` : 'creator'
  const picture = usePictureDraft(draftName)
  const form = useForm({ resolver: zodResolver(NewCreator), defaultValues: creator ? valuesOf(creator) : EMPTY })
  const field = fieldsOf(form)

  return (
    <SaveForm
      title={creator ? 'Edit your profile' : 'Create Creator Profile'}
      openLabel="New profile"
      draftName={draftName}
      form={form}
      picture={picture}
      saving={useSaveCreator(creator, picture.change)}
      doneToast={(error) => savedToast('Creator profile', !creator, error)}
      failure={creator ? 'Failed to save creator' : 'Failed to create creator'}
      onClose={onClose}
    >
      <Input label="Name" required {...field('name')} />
      <Textarea label="Bio" required {...field('bio')} />
      <PicturePicker
        kind="portrait"
        draft={picture}
        current={creator?.profileImage}
        given={creator?.givenPicture}
        shown={creator && <Portrait name={creator.name} src={creator.profileImage} size="6rem" />}
      />
      <fieldset className="studio:grid studio:gap-5">
        <legend className="studio:mb-3 studio:font-display studio:text-lg studio:font-bold">
          Social links (optional)
        </legend>
        <Input label="Twitter" placeholder="@handle" {...field('socialLinks.twitter')} />
        <Input label="Instagram" placeholder="@handle" {...field('socialLinks.instagram')} />
        <Input label="Website" type="url" inputMode="url" placeholder="https://" {...field('socialLinks.website')} />
      </fieldset>
    </SaveForm>
  )
}
