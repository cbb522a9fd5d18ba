import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
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
      <Route path="*" element={notFound} />
    </Routes>
  )
}
