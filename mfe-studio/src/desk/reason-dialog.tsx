import { ApiError } from '@griot/contracts/errors'
import { Textarea } from '@griot/ui/input'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'

interface ReasonDialogProps {
  title: string
  /** The object of the action. */
  name: string
  /** The name of the action. */
  submitLabel: string
  isRequired: boolean
  /** By default: the owner gets the reason as a notice. */
  hint?: string
  /** What the action does. */
  intro?: ReactNode
  action: {
    isPending: boolean
    error: Error | null
    mutate: (reason: string, then: { onSuccess: () => void }) => void
  }
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Asks an admin for the reason of an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, name, submitLabel, isRequired, hint, intro, action, onClose, children } = props
  const [reason, setReason] = useState('')
  const { error, isPending } = action
  const field = error instanceof ApiError ? error.fields.reason : undefined
  return (
    <FormDialog
      title={title}
      description={name}
      submitLabel={submitLabel}
      isPending={isPending}
      onSubmit={() => action.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    >
      {intro}
      <Textarea
        label="Reason"
        hint={hint ?? (isRequired ? 'The owner gets it as a notice.' : 'Optional. The owner gets it as a notice.')}
        required={isRequired}
        rows={3}
        maxLength={500}
        value={reason}
        error={field}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {children}
      {error && field === undefined && <ActionError error={error} />}
    </FormDialog>
  )
}

/** The sentence of the server for an action that failed. */
export function ActionError({ error }: { error: Error }) {
  return (
    <p role="alert" className="g-error">
      {(error instanceof ApiError && error.sentence) || 'That did not work. Please try again.'}
    </p>
  )
}
