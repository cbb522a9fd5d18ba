import type { OpenInvitation } from '@griot/contracts/catalog/members'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Cover } from '@griot/ui/cover'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDayTime } from '@griot/ui/format'
import Mail from 'lucide-react/icons/mail'
import { useNavigate, useParams } from 'react-router-dom'
import { useFailureToast } from '../action.tsx'
import { DISCOVER, LinkScreen } from '../link-screen.tsx'
import { showPath } from '../paths.ts'
import { useAcceptInvitation, useDeclineInvitation, useInvitation } from './api.ts'
import { ROLE_LABELS, ROLE_RIGHTS } from './role-labels.ts'

/** The page of an invitation's link. */
export function InvitationScreen() {
  const { token = '' } = useParams()
  const invitation = useInvitation(token)
  return (
    <LinkScreen
      title="Invitation"
      refusal="This invitation cannot be used"
      icon={<Mail />}
      query={invitation}
      what="the invitation"
    >
      {(data) => <Offer token={token} invitation={data} />}
    </LinkScreen>
  )
}

function Offer({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { ui } = useShell()
  const navigate = useNavigate()
  const accept = useAcceptInvitation(token)
  const decline = useDeclineInvitation(token)
  const onError = useFailureToast('Please try again.')
  const { podcastId, podcastTitle, coverImage, role, inviterName, expiresAt } = invitation

  const handleAccept = () =>
    accept.mutate(undefined, {
      onSuccess: () => {
        ui.toast({ title: 'Success', description: `You are a member of ${podcastTitle}.` })
        navigate(showPath(podcastId))
      },
      onError,
    })
  const handleDecline = () => decline.mutate(undefined, { onError })

  if (decline.isSuccess) {
    return (
      <EmptyState title="You declined the invitation" icon={<Mail />} action={DISCOVER}>
        The link no longer works.
      </EmptyState>
    )
  }
  return (
    <Card className="studio:grid studio:gap-5">
      <div className="studio:flex studio:items-center studio:gap-4">
        <Cover id={podcastId} title={podcastTitle} src={coverImage} className="studio:w-24 studio:flex-none" />
        <div className="studio:min-w-0 studio:wrap-anywhere">
          <h2 className="studio:text-xl">{podcastTitle}</h2>
          <p>
            {inviterName} invites you as <strong>{ROLE_LABELS[role].toLowerCase()}</strong>.
          </p>
        </div>
      </div>
      <p>You can {ROLE_RIGHTS[role]}.</p>
      <p className="g-hint">
        The owners see your name and your e-mail address. The invitation is valid until {formatDayTime(expiresAt)}.
      </p>
      <div className="studio:flex studio:flex-wrap studio:gap-3">
        <Button pending={accept.isPending} disabled={decline.isPending} onClick={handleAccept}>
          Accept
        </Button>
        <Button look="quiet" pending={decline.isPending} disabled={accept.isPending} onClick={handleDecline}>
          Decline
        </Button>
      </div>
    </Card>
  )
}
