import type { ShellEvents } from '@griot/shell-sdk/contract'
import { startOverlayHistory } from '@griot/ui/overlay-history'
import { failureToast } from '@griot/ui/use-online'
import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect } from 'react'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { App } from './app.tsx'
import type { SessionStore } from './auth/session.ts'
import { signIn } from './auth/sign-in.ts'
import { MissedEarnedOnDemand } from './badges/missed-earned-on-demand.tsx'
import { createBus } from './bus.ts'
import { UnknownPageOnDemand } from './layout/unknown-page-on-demand.tsx'
import { PageFailed } from './layout/whole-page.tsx'
import { createAssignmentStore, readInlinedAssignment } from './modules/assignment-store.ts'
import { ModuleBoundary } from './modules/module-boundary.tsx'
import { ModuleRoutes } from './modules/module-route.tsx'
import { createModules, type Modules } from './modules/modules.ts'
import { ModulesProvider } from './modules/modules-context.ts'
import { ShellUpdateOnDemand } from './modules/on-demand.tsx'
import { SlotHosts } from './modules/slot-hosts.tsx'
import { VersionRibbon } from './modules/version-ribbon.tsx'
import { pause } from './modules/with-timeout.ts'
import { natives } from './natives.ts'
import type { PageRoot } from './page-root.ts'
import { createPlayerOnDemand } from './player/player-on-demand.ts'
import type { PlayerOptions } from './player/player-root.tsx'
import { renderFirstPage } from './render-first-page.ts'
import { clearModuleStorage } from './storage/clear-module-storage.ts'
import { createToasts, ToastHost } from './toasts/toasts.tsx'
import { whenIdle } from './when-idle.ts'

const PLAYER_TIMEOUT_MS = 3000

/** Starts everything behind the sign-in: modules, pages and player. Visitors do not download it. */
export const startSignedIn = (
  session: SessionStore,
  sessionLoaded: Promise<unknown>,
  roots: Record<'page' | 'player', PageRoot>,
) => {
  startOverlayHistory()
  const registry = createAssignmentStore(readInlinedAssignment(document), () => modules.restoreNatives())
  const toasts = createToasts()
  const events = createBus<ShellEvents>()
  const queryClient = createQueryClient(session)
  const player = createPlayerOnDemand(
    () => loadPlayer(roots.player, { session, toasts, queryClient, events, onNavigate: navigate }),
    () => toasts.show(failureToast('That did not play')),
  )
  const userId = () => {
    const state = session.state.get()
    return 'user' in state ? state.user.id : null
  }
  const renewPage = () => {
    roots.page.renew()
    roots.player.renew()
  }
  const services = {
    player: { ...player.player, queue: player.queue },
    user: session.user,
    userId,
    signIn: () => (navigator.onLine ? signIn() : toasts.show(failureToast('Not signed in'))),
    queryClient,
    toast: toasts.show,
    events,
    navigate,
    assignment: registry,
  }
  const modules = createModules(registry, services, renewPage)

  // Modules that the page preloads are set up before the session is known.
  const content = modules.startPreloaded(document)
  registry.watch()
  void sessionLoaded.then(() => {
    const id = userId()
    if (id !== null) clearModuleStorage(id)
  })

  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ModulesProvider value={modules}>
          {/* A page that renders without end would delay a transition for ever. */}
          <BrowserRouter useTransitions={false}>
            <ConnectNavigate />
            <ModuleBoundary
              onCrash={modules.shellCrashed}
              panel={(retry) => <PageFailed what="this page" onRetry={retry} />}
            >
              <App session={session}>
                <ModuleRoutes unknown={<UnknownPageOnDemand />} />
              </App>
              <VersionRibbon />
              <ShellUpdateOnDemand player={player.player} />
              <SlotHosts events={events} toasts={toasts} />
              <MissedEarnedOnDemand user={session.user} events={events} toasts={toasts} />
            </ModuleBoundary>
          </BrowserRouter>
        </ModulesProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  // Renders in slices. In one piece, frame and content would block a slow phone for a quarter of a second.
  const render = () => startTransition(() => roots.page.render(page))
  void renderFirstPage(document, { session: sessionLoaded, content }, render)

  // The player loads when the page no longer waits for its own files.
  const pageLoaded = Promise.race([Promise.all([content, sessionLoaded]), pause(PLAYER_TIMEOUT_MS)])
  void pageLoaded.then(() => {
    whenIdle(player.fetch)
    void prefetchModules(modules)
  })
  window.addEventListener('online', player.fetch)
}

const createQueryClient = (session: SessionStore) => {
  // The client looks up the global timer at each call, which a module may have replaced.
  notifyManager.setScheduler((notify) => {
    const { setTimeout } = natives()
    setTimeout(notify, 0)
  })
  const onError = (error: unknown) => {
    session.noticeError(error)
    console.error('a request failed', error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Data is fetched once and stays valid until an event invalidates it.
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Without a network a request fails at once, instead of showing a skeleton, and repeats when the network returns.
        networkMode: 'offlineFirst',
      },
      // A paused mutation would leave a button pending, and run later without the user.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

const prefetchModules = async (modules: Modules) => {
  const prefetch = await import(/* webpackChunkName: "after-paint" */ './modules/prefetch-modules.ts').catch(() => null)
  prefetch?.prefetchModules(document, modules)
}

const loadPlayer = async (root: PageRoot, options: PlayerOptions) => {
  try {
    const { openPlayer } = await import(/* webpackChunkName: "player" */ './player/player-root.tsx')
    return openPlayer(root, options)
  } catch (error) {
    // The player's root also shows the toasts.
    root.render(<ToastHost toasts={options.toasts} />)
    throw error
  }
}

// Before the router's first render, navigation loads the page.
let routerNavigate = (path: string): unknown => window.location.assign(path)
const navigate = (path: string) => void routerNavigate(path)

/** Lets code outside React navigate with the router. */
function ConnectNavigate() {
  const currentNavigate = useNavigate()
  useEffect(() => {
    routerNavigate = currentNavigate
  }, [currentNavigate])
  return null
}
