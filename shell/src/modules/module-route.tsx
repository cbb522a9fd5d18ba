import type { AssignedModule } from '@griot/contracts/module-assignment'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { ModuleLoader } from './loader.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { ModuleFailed } from './module-failed.tsx'
import { ModuleLoading } from './module-loading.tsx'
import { ModuleRoot } from './module-root.tsx'
import type { LoadStage } from './module-state.ts'
import { useAssignment, useModules } from './modules-context.ts'
import { ModuleUpdateOnDemand } from './on-demand.tsx'
import { ViewGuard } from './view-guard.tsx'

// The chunk has been loaded before any module is ready.
const MountedRoute = lazy(async () => ({
  default: (await import(/* webpackChunkName: "federation" */ './mounted-route.tsx')).MountedRoute,
}))

/** The pages that modules declare. They are known without loading a module. */
export function ModuleRoutes({ unknown }: { unknown: ReactNode }) {
  const modules = useModules()
  const assignment = useAssignment()

  return (
    <Routes>
      {Object.entries(assignment.modules).flatMap(([name, assigned]) => {
        const loader = modules.loader(name)
        if (!loader) return []
        return assigned.contributes.routes.map((route) => (
          <Route
            key={route.id}
            path={route.path}
            element={<ModuleRoute key={route.id} loader={loader} assigned={assigned} route={route} />}
          />
        ))
      })}
      <Route path="*" element={unknown} />
    </Routes>
  )
}

interface ModuleRouteProps {
  loader: ModuleLoader
  assigned: AssignedModule
  route: AssignedModule['contributes']['routes'][number]
}

const MISSING: readonly LoadStage[] = ['entry', 'chunk']

/** A module's page, its outline while it loads, or the error panel. */
export function ModuleRoute({ loader, assigned, route }: ModuleRouteProps) {
  const state = useStore(loader.state)
  const client = useQueryClient()
  const { pageLeft } = useModules()
  const retries = useRef(0)
  // In a layout effect: a returning user must not see the version that is being replaced.
  useLayoutEffect(() => loader.attach(), [loader])

  const loading = (isLoaded = false) => (
    <ModuleLoading title={route.title} outline={route.skeleton} isLoaded={isLoaded} />
  )
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
  if (state.status !== 'ready') return loading()

  // The usual cause of a crash is a response, so cached responses are removed first. Otherwise a chunk failed to load and
  // React.lazy caches the failure: the second retry loads the module again, from another address.
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
        <ViewGuard
          {...{ module: loader.module, version }}
          isPage
          onMount={() => loader.mounts(version)}
          onUnmount={pageLeft}
        >
          <Suspense fallback={loading(true)}>
            <ModuleRoot module={loader.module}>
              <ShellProvider value={api}>
                {'mount' in Page ? <MountedRoute page={Page} routeId={route.id} /> : <Page routeId={route.id} />}
              </ShellProvider>
            </ModuleRoot>
          </Suspense>
        </ViewGuard>
      </ModuleBoundary>
      <ModuleUpdateOnDemand loader={loader} />
    </>
  )
}
