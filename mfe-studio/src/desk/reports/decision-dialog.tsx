import { ApiError } from '@griot/contracts/errors'
import type { Report, ReportDecision } from '@griot/contracts/reports'
import { Select, Textarea } from '@griot/ui/input'
import { useState } from 'react'
import { FormDialog } from '../../form-dialog.tsx'
import { ActionError } from '../reason-dialog.tsx'
import { useDecide } from './api.ts'

const NOUNS = { podcast: 'show', episode: 'episode' }

const optionsOf = ({ subject, title, isHidden }: Report): { value: ReportDecision; label: string }[] => [
  { value: 'dismissed', label: 'Dismiss the report' },
  ...(title === null || isHidden ? [] : [{ value: 'hidden' as const, label: `Hide the ${NOUNS[subject]}` }]),
  { value: 'other', label: 'Another result' },
]

export function DecisionDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [decision, setDecision] = useState<ReportDecision>('dismissed')
  const [text, setText] = useState('')
  const [allOfSubject, setAll] = useState(false)
  const deciding = useDecide(report)
  const { error } = deciding
  const field = error instanceof ApiError ? error.fields.text : undefined
  return (
    <FormDialog
      title="Decide this report"
      description={report.title ?? 'A deleted show or episode'}
      submitLabel="Decide"
      isPending={deciding.isPending}
      onSubmit={() => deciding.mutate({ decision, text, allOfSubject }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Select
        label="Decision"
        options={optionsOf(report)}
        value={decision}
        onChange={(event) => setDecision(event.currentTarget.value as ReportDecision)}
      />
      <Textarea
        label="Reason"
        hint={
          decision === 'hidden'
            ? 'The owner and the reporter get it as a notice.'
            : 'The reporter gets it as a notice. The owner does not.'
        }
        required={decision !== 'dismissed'}
        rows={3}
        maxLength={500}
        value={text}
        error={field}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {report.undecidedOfSubject > 1 && (
        <label className="studio:flex studio:min-h-11 studio:items-center studio:gap-3">
          <input type="checkbox" checked={allOfSubject} onChange={(event) => setAll(event.currentTarget.checked)} />
          Decide all {report.undecidedOfSubject} undecided reports about it
        </label>
      )}
      {error && field === undefined && <ActionError error={error} />}
    </FormDialog>
  )
}
