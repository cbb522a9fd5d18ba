import type { Question } from '@griot/shell-sdk/contract'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'

interface ConfirmDialogProps {
  question: Question
  onAnswer: (isYes: boolean) => void
}

/** A question of a module. Whatever closes it but its one button means no. */
export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const { title, text, confirm, cancel = 'Cancel', tone = 'default' } = question
  const handleLeave = () => onAnswer(false)
  return (
    // One element, because the dialog is described by it.
    <Dialog
      open
      onClose={handleLeave}
      title={title}
      description={<span className="wrap-anywhere whitespace-pre-line">{text}</span>}
    >
      <DialogActions>
        <Button look="quiet" onClick={handleLeave}>
          {cancel}
        </Button>
        <Button look={tone === 'destructive' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
