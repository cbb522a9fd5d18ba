import { ApiError } from '@griot/contracts/errors'
import { REPORT_REASON_TEXTS, REPORT_REASONS, type ReportSubject, SendReport } from '@griot/contracts/reports'
import { call } from '@griot/shell-sdk/http'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { Select, Textarea } from '@griot/ui/input'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_TEXTS[value] }))
const FAILED = 'The report was not sent. Please try again.'

export interface ReportDialogProps {
  subject: ReportSubject
  id: string
  title: string
  onClose: () => void
}

export function ReportDialog({ subject, id, title, onClose }: ReportDialogProps) {
  const { ui } = useShell()
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: () => call(SendReport, { body: { subject, id, reason: reason as 'spam', text } }),
    onSuccess: () => {
      ui.toast({ title: 'Report sent', description: 'We look at it and write the result to your notices.' })
      onClose()
    },
  })
  const error = sending.error instanceof ApiError ? sending.error : undefined
  const fields = error?.fields ?? {}
  /** Errors of the previous attempt disappear. */
  const change = (set: (value: string) => void, value: string) => {
    sending.reset()
    set(value)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={subject === 'podcast' ? 'Report this show' : 'Report this episode'}
      description={title}
    >
      <form noValidate onSubmit={handleSubmit} className="listener:grid listener:gap-5">
        <Select
          label="Reason"
          required
          placeholder="Select a reason"
          options={OPTIONS}
          value={reason}
          error={fields.reason}
          onChange={(event) => change(setReason, event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          hint="For example the minute, or the owner of the rights. At most 2,000 characters."
          required={reason === 'other'}
          rows={4}
          value={text}
          error={fields.text}
          onChange={(event) => change(setText, event.currentTarget.value)}
        />
        {sending.isError && Object.keys(fields).length === 0 && (
          <p role="alert" className="g-error">
            {error?.sentence ?? FAILED}
          </p>
        )}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={sending.isPending}>
            {sending.isPending ? 'Sending...' : 'Send Report'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
