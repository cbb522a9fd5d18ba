import type { ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { NAVIGATION } from '../layout/navigation.ts'
import { ModuleFailed } from './module-failed.tsx'
import { ModuleRoute } from './module-route.tsx'
import { useAssignment, useModules } from './modules-context.ts'

/** Every page that a module announces. They are known without loading any of them. */
export function ModuleRoutes({ notFound }: { notFound: ReactNode }) {
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
      <Route path="*" element={<NoModuleHere notFound={notFound} />} />
    </Routes>
  )
}

/** A page that the menu leads to belongs to a module that does not stand now; anywhere else there is nothing. */
function NoModuleHere({ notFound }: { notFound: ReactNode }) {
  const { registry } = useModules()
  const { pathname } = useLocation()
  const destination = NAVIGATION.find(({ to }) => to === pathname)
  if (!destination) return notFound
  return <ModuleFailed title={destination.label} fallback={undefined} onRetry={() => void registry.refresh()} />
}
