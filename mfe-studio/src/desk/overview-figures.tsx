import type { DayCounts, FailedInvitations, Overview, QueueDepth, StoredFiles } from '@griot/contracts/overview'
import { Badge } from '@griot/ui/badge'
import { Card } from '@griot/ui/card'
import { counted, formatAgo, formatFileSize, formatNumber } from '@griot/ui/format'
import { Section } from '@griot/ui/section'
import type { ReactNode } from 'react'
import { deskPath } from './desk-tabs.tsx'
import { PageLink } from './page-link.tsx'

interface FigureProps {
  term: string
  page: string | null
  /** Null if its service does not respond. */
  value: string | null
  note?: string | undefined
  /** Needs an admin. */
  warning?: string | false | undefined
}

export function Figures({ overview }: { overview: Overview }) {
  return (
    <Section title="Figures">
      <FigureGrid>
        {figuresOf(overview).map((figure) => (
          <Figure key={figure.term} {...figure} />
        ))}
      </FigureGrid>
    </Section>
  )
}

export const FigureGrid = ({ children }: { children: ReactNode }) => (
  <dl className="studio:grid studio:grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] studio:gap-4">
    {children}
  </dl>
)

function Figure({ term, page, value, note, warning }: FigureProps) {
  return (
    <Card className="studio:grid studio:content-start studio:gap-1">
      <dt className="studio:font-semibold">
        <PageLink page={page}>{term}</PageLink>
      </dt>
      <dd className="studio:font-display studio:text-3xl">{value ?? '–'}</dd>
      <dd className="studio:text-sm studio:text-muted">{value === null ? 'Its service does not respond.' : note}</dd>
      {warning && (
        <dd>
          <Badge tone="danger">{warning}</Badge>
        </dd>
      )}
    </Card>
  )
}

const figuresOf = ({ queue, storage, listening, signUps, reports, invitations, errors }: Overview): FigureProps[] => [
  { term: 'Files in the queue', page: deskPath('queue'), ...queueFigure(queue) },
  { term: 'Longest wait', page: deskPath('queue', 'state=waiting&sort=oldest'), ...waitFigure(queue) },
  { term: 'Free disk space', page: deskPath('people'), ...diskFigure(storage) },
  { term: 'Stored recordings', page: deskPath('people'), ...storageFigure(storage) },
  { term: 'Listens', page: deskPath('shows'), ...dayFigure(listening?.listens) },
  { term: 'Listeners', page: deskPath('shows'), ...dayFigure(listening?.listeners) },
  { term: 'Sign-ups', page: deskPath('people', 'sort=newest'), ...dayFigure(signUps) },
  ...(reports === undefined ? [] : [{ term: 'Open reports', ...reportFigure(reports) }]),
  ...(invitations === undefined ? [] : [{ term: 'Invitations not mailed', ...invitationFigure(invitations) }]),
  { term: 'Failed responses', page: '/metrics', ...dayFigure(errors?.responses) },
  {
    term: 'Errors of modules',
    page: '/mfe/',
    value: errors && formatNumber(errors.moduleErrors),
    note: 'Different errors in the last 24 hours.',
  },
]

const queueFigure = (queue: QueueDepth | null) => ({
  value: queue && formatNumber(queue.inProgress),
  note: queue ? `${counted(queue.workers, 'worker')} running.` : undefined,
  warning: queue !== null && queue.health !== 'ok' && HEALTH[queue.health],
})

const HEALTH: Record<Exclude<QueueDepth['health'], 'ok'>, string> = {
  paused: 'Paused',
  no_worker: 'No worker is running',
  unreachable: 'Unavailable',
}

const waitFigure = (queue: QueueDepth | null) => ({
  value: queue && (queue.oldestWaiting === null ? 'None' : formatAgo(queue.oldestWaiting)),
  note: queue?.oldestWaiting ? 'The longest waiting file began to wait then.' : 'No file waits.',
})

const diskFigure = (storage: StoredFiles | null) => {
  if (storage === null) return { value: null }
  const { freeBytes, leastFreeBytes } = storage
  if (freeBytes === null)
    return { value: 'No limit', note: 'The files are in a bucket, or the free space of the disk is unknown.' }
  return {
    value: formatFileSize(freeBytes),
    note: `Uploads are refused below ${formatFileSize(leastFreeBytes)}.`,
    warning: freeBytes < leastFreeBytes && 'Uploads are refused',
  }
}

const storageFigure = (storage: StoredFiles | null) => {
  if (storage === null) return { value: null }
  const { files, usedBytes, quotaBytes, quotaFiles } = storage
  const quota = [
    quotaBytes !== null && formatFileSize(quotaBytes),
    quotaFiles !== null && counted(quotaFiles, 'file'),
  ].filter((part) => part !== false)
  return {
    value: formatFileSize(usedBytes),
    note: `${counted(files, 'file')}. Quota of a user: ${quota.length > 0 ? quota.join(', ') : 'none'}.`,
  }
}

const reportFigure = (reports: NonNullable<Overview['reports']> | null) => ({
  page: deskPath('reports', 'state=open'),
  value: reports && `${formatNumber(reports.open)}${reports.isMore ? ' or more' : ''}`,
  note: 'Reports that no admin has taken.',
})

const invitationFigure = (invitations: FailedInvitations | null) => ({
  page: deskPath('audit', 'action=invitation.not_mailed'),
  value: invitations && formatNumber(invitations.notMailed),
  note: 'Their e-mail failed in the last 24 hours.',
  warning: invitations !== null && invitations.notMailed > 0 && 'Verify the mail server',
})

const dayFigure = (counts: DayCounts | null | undefined) => ({
  value: counts ? formatNumber(counts.now) : null,
  note: counts ? `In the last 24 hours, ${comparisonOf(counts)}.` : undefined,
})

const comparisonOf = ({ now, before }: DayCounts) => {
  if (now === before) return 'as many as in the 24 hours before'
  const difference = formatNumber(Math.abs(now - before))
  return `${difference} ${now > before ? 'more' : 'fewer'} than in the 24 hours before`
}
