import { ApiError } from '@griot/contracts/errors'
import { MOST_NAME_CHARACTERS, type Profile } from '@griot/contracts/profile'
import { useShell, useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import { Skeleton } from '@griot/ui/skeleton'
import { type FormEvent, useRef, useState } from 'react'
import { useProfile, useSaveProfile } from '../api.ts'
import { Failed } from '../failed.tsx'
import { Section } from '../section.tsx'
import { BadgeChoice } from './badge-choice.tsx'
import { Choice } from './choice.tsx'

/** The form of somebody without a name. */
const ROOM = '15rem'

/** What others see of somebody, and whether they see points themselves. */
export function ProfilePanel() {
  const profile = useProfile()
  return (
    <Section title="Your Profile">
      {profile.isPending && <Skeleton height={ROOM} />}
      {profile.isError && <Failed what="your profile" missing={<Skeleton height={ROOM} />} />}
      {profile.data && <ProfileForm profile={profile.data} />}
    </Section>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { ui } = useShell()
  const save = useSaveProfile()
  const [isNamed, setNamed] = useState(profile.displayName !== null)
  const [name, setName] = useState(profile.displayName ?? '')
  const [shownBadges, setShownBadges] = useState(profile.shownBadges)
  const [hidePoints, setHidePoints] = useState(profile.hidePoints)
  const nameField = useRef<HTMLInputElement>(null)
  const displayName = isNamed ? name : null
  useUnsavedWork(
    displayName !== profile.displayName ||
      hidePoints !== profile.hidePoints ||
      shownBadges.join() !== profile.shownBadges.join(),
  )
  const refused = save.error instanceof ApiError ? save.error.fields : {}

  const handleName = (typed: string) => {
    setName(typed)
    // What was wrong with the name before says nothing about this one.
    if (save.isError) save.reset()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { displayName, shownBadges, hidePoints },
      {
        onSuccess: (saved) => {
          setName(saved.displayName ?? '')
          setShownBadges(saved.shownBadges)
          ui.toast({ title: 'Profile saved' })
        },
        onError: (error) => {
          console.error('the profile was not saved', error)
          if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
            if (error.fields.displayName) nameField.current?.focus()
            return
          }
          ui.toast({
            title: 'Profile not saved',
            description: 'There was a problem saving your profile.',
            tone: 'destructive',
          })
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="rewards:grid rewards:gap-3">
      <Choice
        label="Show my name on the leaderboard"
        hint="Until you do, others see Anonymous. Nobody ever sees your e-mail."
        checked={isNamed}
        onChange={setNamed}
      />
      {isNamed && (
        <div className="rewards:max-w-md rewards:ps-8">
          <Input
            ref={nameField}
            label="Display name"
            autoComplete="nickname"
            maxLength={MOST_NAME_CHARACTERS}
            value={name}
            error={refused.displayName}
            onChange={(event) => handleName(event.target.value)}
          />
        </div>
      )}
      {isNamed && (
        <BadgeChoice
          slots={profile.badgeSlots}
          chosen={shownBadges}
          error={refused.shownBadges}
          onChange={setShownBadges}
        />
      )}
      <Choice
        label="Hide points everywhere"
        hint="For podcasts and nothing else. You keep earning, others see Anonymous, and you can show points again at any time."
        checked={hidePoints}
        onChange={setHidePoints}
      />
      <div className="rewards:mt-2">
        <Button type="submit" pending={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Profile'}
        </Button>
      </div>
    </form>
  )
}
