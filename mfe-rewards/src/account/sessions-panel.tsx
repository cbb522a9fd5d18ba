import type { BrowserSession } from '@griot/contracts/account'
import { Button } from '@griot/ui/button'
import { formatAgo, formatDayTime } from '@griot/ui/format'
import { Row } from '@griot/ui/row-list'
import { Panel } from '@griot/ui/section'
import { useBrowserSessions, useEndOtherSessions } from '../api.ts'
import { LoadedRows } from '../loaded.tsx'

/** The browsers in which the user is signed in. */
export function SessionsPanel() {
  const sessions = useBrowserSessions()
  const end = useEndOtherSessions()
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent)
  return (
    <Panel title="Sessions">
      <LoadedRows query={sessions} what="your sessions" rows={1} empty={null}>
        {(session) => <SessionRow key={session.signedInAt} session={session} />}
      </LoadedRows>
      {hasOthers && (
        <div className="rewards:mt-4">
          <Button look="secondary" pending={end.isPending} onClick={() => end.mutate()}>
            Sign Out Other Browsers
          </Button>
        </div>
      )}
    </Panel>
  )
}

function SessionRow({ session: { isCurrent, signedInAt, lastUsedAt } }: { session: BrowserSession }) {
  const used = isCurrent ? '' : ` · last used ${formatAgo(lastUsedAt)}`
  return (
    <Row
      title={isCurrent ? 'This browser' : 'Another browser'}
      facts={`Signed in ${formatDayTime(signedInAt)}${used}`}
    />
  )
}
