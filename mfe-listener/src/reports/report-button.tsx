import type { ReportSubject } from '@griot/contracts/reports'
import { loginRequired } from '@griot/shell-sdk/login-required'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import type { ReportDialogProps } from './report-dialog.tsx'

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
  const { session, ui } = useShell()
  const user = useStore(session.user)
  const [presses, setPresses] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand<ReportDialogProps>(loadDialog, presses, () => {
    setOpen(false)
    ui.toast(failureToast('The form did not load'))
  })
  if (user?.id === ownerId) return null

  const handlePress = () => {
    if (user === null) {
      ui.toast(loginRequired('Please log in to report', session.signIn))
      return
    }
    setPresses(presses + 1)
    setOpen(true)
  }
  return (
    <>
      <Button look="quiet" pending={isOpen && !Dialog} onClick={handlePress}>
        <Flag aria-hidden="true" />
        Report
      </Button>
      {isOpen && Dialog && <Dialog {...about} onClose={() => setOpen(false)} />}
    </>
  )
}
