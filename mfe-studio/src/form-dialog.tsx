import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import type { FormEvent, ReactNode } from 'react'

interface FormDialogProps {
  title: string
  description?: string
  submitLabel: string
  /** The label of the submit button while `isPending`. */
  pendingLabel?: string
  isPending?: boolean
  /** The form cannot be submitted yet. */
  isDisabled?: boolean
  onSubmit: (event: FormEvent) => void
  /** Defaults to `onClose`. */
  onCancel?: () => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    submitLabel,
    pendingLabel = submitLabel,
    isPending = false,
    isDisabled,
    onSubmit,
    onClose,
    onCancel = onClose,
    children,
  } = props
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form noValidate onSubmit={handleSubmit} className="studio:grid studio:gap-5">
        {children}
        <DialogActions>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending} disabled={isDisabled}>
            {isPending ? pendingLabel : submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
