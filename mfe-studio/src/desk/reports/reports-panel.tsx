import {
  REPORT_REASON_TEXTS,
  REPORT_REASONS,
  REPORT_STATES,
  type Report,
  type ReportDecision,
} from '@griot/contracts/reports'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatAgo } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ActionButton } from '../../action.tsx'
import { oneOf, useAddressFilters } from '../../address-filters.ts'
import { ChoiceFilter, FilterBar } from '../filter-bar.tsx'
import { ModerationButton } from '../shows/moderation.tsx'
import { useAssign, useReports } from './api.ts'
import { DecisionDialog } from './decision-dialog.tsx'

const STATES = { open: 'Open', assigned: 'Assigned', decided: 'Decided' }
const SUBJECTS = { podcast: 'Shows', episode: 'Episodes' }

const EMPTY = (
  <EmptyState title="No reports" icon={<Flag />}>
    No report matches these filters.
  </EmptyState>
)

/** The reports of users, for admins. */
export function ReportsPanel() {
  const filters = useAddressFilters()
  const state = oneOf(REPORT_STATES, filters.get('state'))
  const reason = oneOf(REPORT_REASONS, filters.get('reason'))
  const subject = oneOf(['podcast', 'episode'] as const, filters.get('subject'))
  const subjectId = filters.get('about')
  const reports = useReports({ state, reason, subject, subjectId })
  const filter = (name: string) => (value: string) => filters.set(name, value)
  return (
    <Section title="Reports">
      <FilterBar>
        <ChoiceFilter label="State" all="All states" options={STATES} value={state} onChoose={filter('state')} />
        <ChoiceFilter
          label="Reason"
          all="All reasons"
          options={REPORT_REASON_TEXTS}
          value={reason}
          onChoose={filter('reason')}
        />
        <ChoiceFilter label="About" all="Everything" options={SUBJECTS} value={subject} onChoose={filter('subject')} />
        {subjectId !== '' && (
          <Button look="quiet" onClick={() => filters.set('about', '')}>
            Show all reports
          </Button>
        )}
      </FilterBar>
      <QueryStates query={reports} what="the reports" skeleton={<RowListSkeleton notes={1} />} empty={EMPTY}>
        {(list) => (
          <RowList>
            {list.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </RowList>
        )}
      </QueryStates>
      <ShowMore pages={reports} what="of the reports" />
    </Section>
  )
}

const DECISIONS: Readonly<Record<ReportDecision, string>> = {
  dismissed: 'Dismissed',
  hidden: 'Hidden',
  other: 'Another result',
}

const stateText = ({ state, assigneeName, decision, decidedAt }: Report) => {
  if (state === 'open') return 'Not assigned'
  const by = assigneeName ?? 'a former admin'
  if (decision === null || decidedAt === null) return `Assigned to ${by}`
  return `${DECISIONS[decision]} by ${by} ${formatAgo(decidedAt)}`
}

function ReportRow({ report }: { report: Report }) {
  const { subject, subjectId, title, reason, text, createdAt, reportsOfSubject, isHidden } = report
  const name = title ?? 'A deleted show or episode'
  return (
    <Row
      title={title === null ? name : <Link to={`/${subject}/${subjectId}`}>{name}</Link>}
      facts={`${subject === 'podcast' ? 'Show' : 'Episode'} · ${formatAgo(createdAt)} · ${stateText(report)}`}
      note={<ReportTexts text={text} decisionText={report.decisionText} />}
      end={
        <>
          <Badge tone="terracotta">{REPORT_REASON_TEXTS[reason]}</Badge>
          {isHidden && <Badge tone="danger">Hidden</Badge>}
          {reportsOfSubject > 1 && (
            <Link to={`/admin?tab=reports&about=${subjectId}`} className="studio:underline">
              {reportsOfSubject} reports
            </Link>
          )}
        </>
      }
      actions={<ReportActions report={report} name={name} />}
    />
  )
}

function ReportTexts({ text, decisionText }: { text: string; decisionText: string }) {
  return (
    <span className="studio:grid studio:gap-1 studio:wrap-anywhere studio:whitespace-pre-line">
      {text !== '' && <span>“{text}”</span>}
      {decisionText !== '' && <span>Result: {decisionText}</span>}
    </span>
  )
}

function ReportActions({ report, name }: { report: Report; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const assign = useAssign(report)
  const { state, subject, subjectId, podcastId, isHidden } = report
  if (state === 'decided') {
    if (!isHidden || podcastId === null) return null
    const action = subject === 'podcast' ? 'restore' : 'restore-episode'
    return <ModerationButton action={action} id={subjectId} podcastId={podcastId} name={name} />
  }
  return (
    <>
      {state === 'open' && (
        <ActionButton text="Assign to me" label={`Assign to me: ${name}`} action={assign} input={undefined} />
      )}
      <Button size="small" aria-label={`Decide: ${name}`} onClick={() => setOpen(true)}>
        Decide
      </Button>
      {isOpen && <DecisionDialog report={report} onClose={() => setOpen(false)} />}
    </>
  )
}
