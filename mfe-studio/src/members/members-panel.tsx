import type { Member } from '@griot/contracts/catalog/members'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import { useAccess, useChangeRole, useMembers, useRemoveMember } from './api.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { ROLE_LABELS, ROLE_OPTIONS } from './role-labels.ts'

interface MembersPanelProps {
  podcast: { id: string; title: string }
  /** Called after the user has left the show. */
  onLeft?: () => void
}

/** The members of a show. Owners also invite, change roles and remove; every member but the host can leave. */
export function MembersPanel({ podcast, onLeft }: MembersPanelProps) {
  const members = useMembers(podcast.id)
  const mayManage = useAccess(podcast.id).data?.mayManage ?? false
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-6">
      <Section title="Members" size="small">
        <QueryStates query={members} what="the members" skeleton={<RowListSkeleton rows={2} />}>
          {(list) => (
            <>
              <RowList>
                {list.map((member) => (
                  <MemberRow
                    key={member.userId}
                    podcast={podcast}
                    member={member}
                    mayManage={mayManage}
                    onLeft={onLeft}
                  />
                ))}
              </RowList>
              <ShowMore pages={members} what="of the members" />
            </>
          )}
        </QueryStates>
      </Section>
      {mayManage && (
        <>
          <InvitationList podcastId={podcast.id} />
          <Section title="Invite a member" size="small">
            <InviteForm podcastId={podcast.id} podcastTitle={podcast.title} />
          </Section>
        </>
      )}
    </div>
  )
}

interface MemberRowProps extends Pick<MembersPanelProps, 'podcast'> {
  member: Member
  mayManage: boolean
  onLeft: (() => void) | undefined
}

function MemberRow({ podcast, member, mayManage, onLeft }: MemberRowProps) {
  const { session, ui } = useShell()
  const isMe = useStore(session.user, (user) => user?.id) === member.userId
  const change = useChangeRole(podcast.id)
  const removal = useRemoveMember(podcast.id)
  const { userId, name, email, role, isHost } = member
  const facts = [isMe && 'You', isHost && 'Host', email].filter(Boolean).join(' · ')

  const handleRemove = async () => {
    const isConfirmed = await ui.confirm({
      title: isMe ? `Leave ${podcast.title}?` : `Remove ${name}?`,
      text: isMe
        ? 'You no longer see its drafts and cannot change it. An owner can invite you again.'
        : `${name} no longer sees drafts of ${podcast.title} and cannot change it. Episodes and files stay.`,
      confirm: isMe ? 'Leave' : 'Remove',
      tone: 'destructive',
    })
    if (isConfirmed) removal.mutate(userId, { onSuccess: () => isMe && onLeft?.() })
  }
  const canChange = mayManage && !isHost
  return (
    <Row
      title={name}
      facts={facts}
      {...(!canChange && { end: <Badge>{ROLE_LABELS[role]}</Badge> })}
      {...(!isHost &&
        (canChange || isMe) && {
          actions: (
            <div className="studio:flex studio:flex-wrap studio:items-end studio:gap-3">
              {canChange && (
                <Select
                  label={`Role of ${name}`}
                  options={ROLE_OPTIONS}
                  value={change.isPending ? change.variables.role : role}
                  disabled={change.isPending}
                  onChange={(event) => change.mutate({ userId, role: event.target.value as MemberRole })}
                />
              )}
              <Button
                look="quiet"
                size="small"
                aria-label={isMe ? undefined : `Remove ${name}`}
                pending={removal.isPending}
                onClick={() => void handleRemove()}
              >
                {isMe ? 'Leave this show' : 'Remove'}
              </Button>
            </div>
          ),
        })}
    />
  )
}
