import type { ReportSubject } from '@griot/contracts/reports'
import { useShell, useStore } from '@griot/shell-sdk/react'
import Flag from 'lucide-react/icons/flag'
import { DialogButton } from '../dialog-button.tsx'

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

interface ReportButtonProps {
  subject: ReportSubject
  id: string
  title: string
  /** User id of the owner, who sees no button. */
  ownerId: string
}

/** Opens the form that reports a podcast or an episode to the admins. */
export function ReportButton({ ownerId, ...about }: ReportButtonProps) {
  const user = useStore(useShell().session.user)
  if (user?.id === ownerId) return null
  return (
    <DialogButton load={loadDialog} props={about} loginText="Please log in to report" openedBy="report">
      <Flag aria-hidden="true" />
      Report
    </DialogButton>
  )
}
