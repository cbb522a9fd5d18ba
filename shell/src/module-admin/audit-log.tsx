import type { Status } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'
import { WideTable } from './wide-table.tsx'

type Change = NonNullable<Status['journal'][number]['change']>

/** The last changes of the registry, newest first. */
export function AuditLog({ entries }: { entries: Status['journal'] }) {
  return (
    <TitledSection title="Audit log">
      {entries.length === 0 ? <p className="muted">No changes yet.</p> : <Changes entries={entries} />}
    </TitledSection>
  )
}

function Changes({ entries }: { entries: Status['journal'] }) {
  return (
    <WideTable
      label="Changes"
      columns={['Revision', 'Time', 'Change', 'By', 'Reason', 'Checks']}
      rows={entries.map(({ rev, at, change }) => ({
        key: rev,
        cells: change
          ? [rev, formatTime(at), changeText(change), formatAuthor(change.by), change.reason, checksText(change)]
          : [rev, formatTime(at)],
      }))}
    />
  )
}

const changeText = ({ action, module, flag, range, browserCheck, from, to, percent, retired }: Change) => {
  const rule = browserCheck && `browser check ${browserCheck}`
  const subject = flag ?? range ?? rule ?? [from, to].filter(Boolean).join(' → ')
  const share = percent === undefined ? '' : `for ${percent === 0 ? 'no one' : `${percent}\u00a0%`}`
  const name = (retired && 'retire') || (rule && 'policy') || action
  return [name, module, subject, share].filter(Boolean).join(' ')
}

const checksText = ({ checks = [] }: Change) => {
  const refused = checks.filter(({ outcome }) => outcome === 'refuse').map(({ id }) => id)
  if (checks.length === 0) return ''
  return refused.length > 0 ? `forced despite ${refused.join(', ')}` : `${checks.length} passed`
}
