import './module-admin.css'
import { startOverlayHistory } from '@griot/ui/overlay-history'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../theme.ts'
import { ModuleAdminScreen } from './module-admin-screen.tsx'
import { TeamScreen } from './team-screen.tsx'

applyTheme()
startOverlayHistory()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const module = /^\/mfe\/([^/]+)/.exec(window.location.pathname)?.[1]
const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'offlineFirst' }, mutations: { networkMode: 'always' } },
})
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {module === undefined ? <ModuleAdminScreen /> : <TeamScreen module={module} />}
    </QueryClientProvider>
  </StrictMode>,
)
