import { ApiError } from '@griot/contracts/errors'
import { MAX_NAME_CHARACTERS, type Profile } from '@griot/contracts/profile'
import { useShell, useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useBadges, useMyBadges, useProfile, useSaveProfile } from '../api.ts'
import { BadgeIcon } from '../badges/badge-icon.tsx'
import { Loaded } from '../loaded.tsx'

/** How the user appears to others, and whether the user sees points. */
export function ProfilePanel() {
  return (
    <Panel title="Leaderboard and Points">
      {/* As tall as the form without a display name. */}
      <Loaded query={useProfile()} what="your profile" skeleton={<Skeleton height="15rem" />}>
        {(profile) => <ProfileForm profile={profile} />}
      </Loaded>
    </Panel>
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
    // The error belongs to the previous name.
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
          if (error instanceof ApiError && error.fields.displayName) nameField.current?.focus()
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="rewards:grid rewards:gap-3">
      <Choice
        label="Show my name on the leaderboard"
        hint="Otherwise others see Anonymous. Your e-mail is never shown."
        checked={isNamed}
        onChange={setNamed}
      />
      {isNamed && (
        <div className="rewards:max-w-md rewards:ps-8">
          <Input
            ref={nameField}
            label="Display name"
            autoComplete="nickname"
            maxLength={MAX_NAME_CHARACTERS}
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
        hint="You keep earning points, others see Anonymous, and you can show points again at any time."
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

interface BadgeChoiceProps {
  slots: number
  /** Ids, in the order they were chosen. */
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Selects the badges shown next to the user's name, as many as there are slots. */
function BadgeChoice({ slots, chosen, error, onChange }: BadgeChoiceProps) {
  const all = useBadges()
  const mine = useMyBadges()
  const earned = all.data?.filter(({ id }) => mine.data?.some(({ badgeId }) => badgeId === id)) ?? []
  const isFull = chosen.length >= slots

  if (!all.data || !mine.data) return null
  return (
    <fieldset className="rewards:ps-8">
      <legend className="rewards:font-semibold">
        Badges beside my name ({chosen.length} of {slots})
      </legend>
      {earned.length === 0 && (
        <p className="rewards:mt-1 rewards:text-sm rewards:text-muted">
          You can show {slots}. You earn the first badge when you complete an episode.
        </p>
      )}
      {earned.map(({ id, name, icon }) => {
        const isChosen = chosen.includes(id)
        return (
          <Choice
            key={id}
            label={
              <span className="rewards:inline-flex rewards:items-center rewards:gap-2">
                <BadgeIcon icon={icon} size={18} />
                {name}
              </span>
            }
            checked={isChosen}
            disabled={!isChosen && isFull}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        )
      })}
      {error && (
        <p role="alert" className="rewards:text-sm rewards:text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  label: ReactNode
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox whose whole line is clickable. */
function Choice({ label, hint, checked, disabled = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <label className="rewards:flex rewards:min-h-11 rewards:items-start rewards:gap-3 rewards:py-2">
      <input
        type="checkbox"
        className="rewards:mt-0.5 rewards:size-5 rewards:flex-none rewards:accent-ink"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={disabled ? 'rewards:text-muted' : undefined}>
        <span className="rewards:font-semibold">{label}</span>
        {hint && (
          <span id={id} className="rewards:block rewards:text-sm rewards:text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
