import { isSignInTooOld } from '@griot/contracts/errors'
import { Button, buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { productName } from '@griot/ui/page-title'
import { QueryStates } from '@griot/ui/query-states'
import { Screen } from '@griot/ui/screen'
import { SignInAgain } from '@griot/ui/sign-in-again'
import { Skeleton } from '@griot/ui/skeleton'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { type Action, freezeAction } from './actions.tsx'
import { messageOf, type Status, useStatus } from './api.ts'
import { AuditLog } from './audit-log.tsx'
import { ModuleCard } from './module-card.tsx'
import { Tokens } from './tokens.tsx'

/** `/mfe/`: the modules with their versions and health, what was changed, and the tokens of the teams. For admins. */
export function ModuleAdminScreen() {
  const status = useStatus()
  const [action, setAction] = useState<Action | null>(null)
  const freeze = status.data && freezeAction(status.data)

  return (
    <main tabIndex={-1} className="module-admin">
      <Screen
        title="Modules"
        heading={`Modules of ${productName()}`}
        intro={<span role="status">{status.error ? messageOf(status.error) : summaryOf(status.data)}</span>}
        actions={
          <div className="actions">
            <a href="/" {...buttonLook({ look: 'quiet', size: 'small' })}>
              Back to {productName()}
            </a>
            {freeze && (
              <Button look="secondary" size="small" onClick={() => setAction(freeze)}>
                {freeze.label}
              </Button>
            )}
          </div>
        }
      >
        {isSignInTooOld(status.error) && status.data && <SignInAgain />}
        <QueryStates query={status} what="the modules" skeleton={<Skeleton height="24rem" />}>
          {(data) => <Modules status={data} onAct={setAction} />}
        </QueryStates>
        <Tokens modules={Object.keys(status.data?.modules ?? {}).sort()} mayManage onAct={setAction} />
      </Screen>
      {action && <ActionDialog action={action} onClose={() => setAction(null)} />}
    </main>
  )
}

function Modules({ status, onAct }: { status: Status; onAct: (action: Action) => void }) {
  const modules = Object.entries(status.modules).sort()
  if (modules.length === 0) {
    return <EmptyState title="No modules yet">Deploy a module with the mfe command.</EmptyState>
  }
  return (
    <>
      <section aria-label="Modules" className="modules">
        {modules.map(([module, state]) => (
          <ModuleCard key={module} isLinked {...{ status, module, state, onAct }} />
        ))}
      </section>
      {status.retired.length > 0 && (
        <p className="retired">
          Retired: {status.retired.map(({ module, reason }) => `${module} (${reason})`).join(', ')}.
          <br />
          Promote a version to bring a module back.
        </p>
      )}
      <AuditLog entries={status.journal} />
    </>
  )
}

const summaryOf = (status: Status | undefined) => {
  if (!status) return 'Loading the modules …'
  const frozen =
    status.frozen === null
      ? ''
      : `. Frozen: ${status.frozen}. Versions can only be rolled back, switched off and blocked.`
  return `Revision ${status.rev}${frozen}`
}
