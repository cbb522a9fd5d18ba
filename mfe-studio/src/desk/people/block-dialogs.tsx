import { ApiError } from '@griot/contracts/errors'
import { Select, Textarea } from '@griot/ui/input'
import { useState } from 'react'
import { FormDialog } from '../../form-dialog.tsx'
import { useSetBlock } from './api.ts'

const SHOWS = [
  { value: 'hide', label: 'Hide them until the block ends' },
  { value: 'keep', label: 'Keep them published' },
]

const NO_REASON = 'Please give a reason.'

interface DialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Sends a reason, which is required. Errors of the server are shown beside their field, or below the form. */
const useReasonForm = ({ id, onClose }: Pick<DialogProps, 'id' | 'onClose'>) => {
  const setBlock = useSetBlock(id)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error } = setBlock
  const fields = error instanceof ApiError ? error.fields : {}
  const sentence = (error instanceof ApiError && error.sentence) || 'That did not work. Please try again.'
  return {
    isPending: setBlock.isPending,
    reason: {
      value: reason,
      error: isMissing && reason.trim() === '' ? NO_REASON : fields.reason,
      onChange: ({ target }: { target: { value: string } }) => setReason(target.value),
      required: true,
      rows: 3,
      maxLength: 500,
    },
    failure: error !== null && fields.reason === undefined && (
      <p role="alert" className="g-error">
        {sentence}
      </p>
    ),
    submit: (more: { shows: 'hide' | 'keep' } | object) => {
      setMissing(true)
      if (reason.trim() !== '') setBlock.mutate({ reason, ...more }, { onSuccess: onClose })
    },
  }
}

export function BlockDialog({ id, name, onClose }: DialogProps) {
  const [shows, setShows] = useState<'hide' | 'keep'>('hide')
  const form = useReasonForm({ id, onClose })
  return (
    <FormDialog
      title="Block this person?"
      description={name}
      submitLabel="Block"
      pendingLabel="Blocking..."
      isPending={form.isPending}
      onSubmit={() => form.submit({ shows })}
      onClose={onClose}
    >
      <p>
        {name} is signed out everywhere at once and cannot sign in. Running uploads stop, and listening earns no more
        points. Files and drafts stay.
      </p>
      <Textarea
        label="Reason"
        hint="The person reads it at the next sign-in, and the audit log keeps it."
        {...form.reason}
      />
      <Select
        label="Published shows"
        options={SHOWS}
        value={shows}
        onChange={({ target }) => setShows(target.value === 'keep' ? 'keep' : 'hide')}
      />
      {form.failure}
    </FormDialog>
  )
}

export function UnblockDialog({ id, name, hidesShows, onClose }: DialogProps & { hidesShows: boolean }) {
  const form = useReasonForm({ id, onClose })
  return (
    <FormDialog
      title="Unblock this person?"
      description={name}
      submitLabel="Unblock"
      pendingLabel="Unblocking..."
      isPending={form.isPending}
      onSubmit={() => form.submit({})}
      onClose={onClose}
    >
      <p>
        {name} can sign in again.
        {hidesShows &&
          ' The shows that this block has hidden appear again. Shows that an admin has hidden stay hidden.'}
      </p>
      <Textarea label="Reason" hint="The audit log keeps it." {...form.reason} />
      {form.failure}
    </FormDialog>
  )
}
