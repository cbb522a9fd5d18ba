import type { Invitation } from '@griot/contracts/catalog/members'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { ApiError } from '@griot/contracts/errors'
import { Button } from '@griot/ui/button'
import { formatDayTime } from '@griot/ui/format'
import { Input, Select } from '@griot/ui/input'
import { type FormEvent, useState } from 'react'
import { PrivateAddress } from '../private-address.tsx'
import { useInviteMember } from './api.ts'
import { ROLE_LABELS, ROLE_OPTIONS, ROLE_RIGHTS } from './role-labels.ts'

const sentenceOf = (error: Error) =>
  (error instanceof ApiError && error.sentence) || 'The invitation was not created. Please try again.'

const sendingOf = ({ email, mail }: Invitation) => {
  if (mail) return `We send this link to ${email}.`
  return `${email ? 'This installation sends no e-mail. ' : ''}Send this link to the person.`
}

/** Creates an invitation and shows its link. */
export function InviteForm({ podcastId, podcastTitle }: { podcastId: string; podcastTitle: string }) {
  const [role, setRole] = useState<MemberRole>('editor')
  const [email, setEmail] = useState('')
  const invite = useInviteMember(podcastId)
  const { data: invitation, error } = invite
  const emailError = error instanceof ApiError ? error.fields.email : undefined

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ role, email }, { onSuccess: () => setEmail('') })
  }
  return (
    <div className="studio:grid studio:gap-4">
      <form noValidate aria-label="Invite a member" onSubmit={handleSubmit} className="studio:grid studio:gap-4">
        <Select
          label="Role"
          hint={`Can ${ROLE_RIGHTS[role]}.`}
          options={ROLE_OPTIONS}
          value={role}
          onChange={(event) => setRole(event.target.value as MemberRole)}
        />
        <Input
          label="E-mail (optional)"
          type="email"
          autoComplete="off"
          hint="If you enter one, only a person who signs in with it can accept."
          value={email}
          error={emailError}
          onChange={(event) => setEmail(event.target.value)}
        />
        {error && !emailError && (
          <p role="alert" className="g-error">
            {sentenceOf(error)}
          </p>
        )}
        <div>
          <Button type="submit" pending={invite.isPending}>
            Create invitation
          </Button>
        </div>
      </form>
      {invitation && (
        <PrivateAddress
          label={`Invitation with the role ${ROLE_LABELS[invitation.role]}`}
          title={`Invitation to ${podcastTitle}`}
          link={invitation.link}
          note={`${sendingOf(invitation)} It works once, until ${formatDayTime(invitation.expiresAt)}, and is not shown again.`}
        />
      )}
    </div>
  )
}
