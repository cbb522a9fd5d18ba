import type { Invitation } from '@griot/contracts/catalog/members'
import { formatDayTime } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import { ActionButton } from '../action.tsx'
import { useInvitations, useRevokeInvitation } from './api.ts'
import { ROLE_LABELS } from './role-labels.ts'

const MAIL_STATES: Readonly<Record<NonNullable<Invitation['mail']>, string>> = {
  pending: 'e-mail not sent yet',
  sent: 'e-mail sent',
  failed: 'e-mail could not be delivered, please invite again',
}

/** The invitations that can still be accepted. */
export function InvitationList({ podcastId }: { podcastId: string }) {
  const invitations = useInvitations(podcastId)
  const revoke = useRevokeInvitation(podcastId)
  return (
    <Section title="Open invitations" size="small">
      <QueryStates
        query={invitations}
        what="the invitations"
        skeleton={<RowListSkeleton rows={1} />}
        empty={<p className="studio:text-muted">No invitation is open.</p>}
      >
        {(list) => (
          <>
            <RowList>
              {list.map(({ id, role, email, inviterName, expiresAt, mail }) => (
                <Row
                  key={id}
                  title={email ?? 'Anyone with the link'}
                  facts={`${ROLE_LABELS[role]} · by ${inviterName} · until ${formatDayTime(expiresAt)}${mail ? ` · ${MAIL_STATES[mail]}` : ''}`}
                  actions={
                    <ActionButton
                      text="Revoke"
                      label={`Revoke the invitation for ${email ?? 'anyone with the link'}`}
                      look="quiet"
                      action={revoke}
                      input={id}
                    />
                  }
                />
              ))}
            </RowList>
            <ShowMore pages={invitations} what="of the invitations" />
          </>
        )}
      </QueryStates>
    </Section>
  )
}
