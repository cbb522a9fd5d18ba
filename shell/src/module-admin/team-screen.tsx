import { isSignInTooOld } from '@griot/contracts/errors'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { productName } from '@griot/ui/page-title'
import { QueryStates } from '@griot/ui/query-states'
import { Screen } from '@griot/ui/screen'
import { SignInAgain } from '@griot/ui/sign-in-again'
import { Skeleton } from '@griot/ui/skeleton'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import type { Action } from './actions.tsx'
import { messageOf, type Status, useStatus, useTeam } from './api.ts'
import { AuditLog } from './audit-log.tsx'
import { ErrorList } from './error-list.tsx'
import { Members } from './members.tsx'
import { ModuleCard } from './module-card.tsx'
import { Tokens } from './tokens.tsx'
import { VersionTable } from './version-table.tsx'
import { Webhooks } from './webhooks.tsx'

/** `/mfe/{module}`: what a team needs to know about its module, and what it may do. For its members and admins. */
export function TeamScreen({ module }: { module: string }) {
  const status = useStatus()
  const team = useTeam(module)
  const [action, setAction] = useState<Action | null>(null)
  const others = (team.data?.ownModules ?? []).filter((name) => name !== module)

  return (
    <main tabIndex={-1} className="module-admin">
      <Screen
        title={module}
        heading={`Module ${module}`}
        intro={<span role="status">{status.error ? messageOf(status.error) : introOf(status.data)}</span>}
        actions={
          <nav className="actions" aria-label="Pages">
            {team.data?.ownModules === null && (
              <a href="/mfe/" {...buttonLook({ look: 'secondary', size: 'small' })}>
                All modules
              </a>
            )}
            {others.map((name) => (
              <a key={name} href={`/mfe/${name}`} {...buttonLook({ look: 'secondary', size: 'small' })}>
                {name}
              </a>
            ))}
            <a href="/" {...buttonLook({ look: 'quiet', size: 'small' })}>
              Back to {productName()}
            </a>
          </nav>
        }
      >
        {isSignInTooOld(status.error) && status.data && <SignInAgain />}
        <QueryStates query={status} what={`the state of ${module}`} skeleton={<Skeleton height="16rem" />}>
          {(data) => <Current status={data} module={module} onAct={setAction} />}
        </QueryStates>
        <ErrorList module={module} />
        <VersionTable module={module} />
        <Members module={module} team={team} onAct={setAction} />
        <Tokens module={module} mayManage={team.data?.isManaged ?? false} onAct={setAction} />
        <Webhooks module={module} isManaged={team.data?.isManaged ?? false} onAct={setAction} />
        {status.data && <AuditLog entries={status.data.journal.filter(({ change }) => change?.module === module)} />}
      </Screen>
      {action && <ActionDialog action={action} onClose={() => setAction(null)} />}
    </main>
  )
}

interface CurrentProps {
  status: Status
  module: string
  onAct: (action: Action) => void
}

function Current({ status, module, onAct }: CurrentProps) {
  const state = Object.hasOwn(status.modules, module) ? status.modules[module] : undefined
  const retired = status.retired.find((one) => one.module === module)
  if (state) return <ModuleCard {...{ status, module, state, onAct }} />
  if (retired) {
    return (
      <EmptyState title={`${module} is retired`}>
        {retired.reason}. Promote a version with the mfe command to bring the module back.
      </EmptyState>
    )
  }
  return <EmptyState title="No released version">Deploy a version with the mfe command and promote it.</EmptyState>
}

const introOf = (status: Status | undefined) => {
  if (!status) return 'Loading the module …'
  return status.frozen === null ? `Revision ${status.rev}` : `Revision ${status.rev}. Frozen: ${status.frozen}.`
}
