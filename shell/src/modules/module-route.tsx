import type { AssignedModule } from '@griot/contracts/module-assignment'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useRef } from 'react'
import type { LoadStage, ModuleLoader } from './loader-contract.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { ModuleFailed } from './module-failed.tsx'
import { ModuleWaiting } from './module-waiting.tsx'
import { ModuleRenewalOnDemand } from './renewals-on-demand.tsx'

interface ModuleRouteProps {
  loader: ModuleLoader
  assigned: AssignedModule
  route: AssignedModule['contributes']['routes'][number]
}

const MISSING: readonly LoadStage[] = ['entry', 'chunk']

/** A module's page, or what stands in its place while it is on its way and when it does not come. */
export function ModuleRoute({ loader, assigned, route }: ModuleRouteProps) {
  const state = useStore(loader.state)
  const client = useQueryClient()
  const retries = useRef(0)
  // Before anything is painted: coming back, a person would see the version that makes way for another.
  useLayoutEffect(() => loader.attach(), [loader])

  const waiting = (isThere = false) => <ModuleWaiting title={route.title} outline={route.skeleton} isThere={isThere} />
  const failed = (onRetry?: () => void, incident?: string, isMissing?: boolean) => (
    <ModuleFailed
      title={route.title}
      fallback={assigned.contributes.fallback[route.id]}
      incident={incident}
      isMissing={isMissing}
      {...(onRetry && { onRetry })}
    />
  )

  if (state.status === 'failed') {
    const { incident, stage } = state.failure
    return failed(loader.retry, incident, MISSING.includes(stage))
  }
  if (state.status === 'off') return failed()
  if (state.status !== 'ready') return waiting()

  // What a page crashed on is most often an answer, and a kept answer would crash it again. If it was none, it is a part
  // of the module that failed to come and remembers it: then the module begins anew, from another address.
  const retryPage = (remount: () => void) => () => {
    client.removeQueries({ type: 'inactive' })
    retries.current += 1
    if (retries.current === 1) remount()
    else loader.retry()
  }

  const { version, instance, api } = state
  const Page = instance.routes?.[route.id]
  if (!Page) return failed(loader.retry)
  return (
    <>
      <ModuleBoundary
        key={`${route.id}@${version}`}
        onCrash={(error) => loader.crashed(version, error)}
        panel={(remount) => failed(retryPage(remount), loader.incident())}
      >
        <Suspense fallback={waiting(true)}>
          <ShellProvider value={api}>
            <Page routeId={route.id} />
          </ShellProvider>
        </Suspense>
      </ModuleBoundary>
      <ModuleRenewalOnDemand loader={loader} />
    </>
  )
}
