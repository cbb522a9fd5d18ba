import type { ShellEvents } from '@griot/shell-sdk/contract'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect, useEffectEvent } from 'react'
import type { Root } from 'react-dom/client'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { App } from './app.tsx'
import type { SessionStore } from './auth/session.ts'
import { SessionFailed } from './auth/session-failed.tsx'
import { signIn } from './auth/sign-in.ts'
import { MissedBadges } from './badges/missed-badges.tsx'
import { NotFound } from './layout/not-found.tsx'
import { createBus } from './modules/bus.ts'
import { fetchAhead } from './modules/fetch-ahead.ts'
import { ModuleBoundary } from './modules/module-boundary.tsx'
import { ModuleRoutes } from './modules/module-routes.tsx'
import { forgetKept } from './modules/module-storage.ts'
import { createModules } from './modules/modules.ts'
import { ModulesProvider } from './modules/modules-context.ts'
import { createRegistry, readInlinedAssignment } from './modules/registry.ts'
import { ShellRenewalOnDemand } from './modules/renewals-on-demand.tsx'
import type { ShellServices } from './modules/shell-api.ts'
import { SlotHosts } from './modules/slot-hosts.tsx'
import { VersionPanelOnDemand } from './modules/version-panel-on-demand.tsx'
import { VersionRibbon } from './modules/version-ribbon.tsx'
import { pause } from './modules/with-timeout.ts'
import { createSoundOnDemand } from './player/sound-on-demand.ts'
import { showTogether } from './show-together.ts'
import { ToastHost } from './toasts/toast-host.tsx'
import { createToasts } from './toasts/toasts.ts'
import { whenIdle } from './when-idle.ts'

const PLAYER_WITHIN_MS = 3000

/**
 * Everything behind the sign-in, made once: the modules and what they are given, the page around them, and the player, which
 * comes after it. Visitors never fetch it.
 */
export const openHouse = (session: SessionStore, person: Promise<unknown>, rootOf: (id: string) => Root) => {
  const registry = createRegistry(readInlinedAssignment(document))
  const toasts = createToasts()
  const events = createBus<ShellEvents>()

  const noticeError = (error: unknown) => {
    session.noticeError(error)
    console.error('a call failed', error)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeError }),
    mutationCache: new MutationCache({ onError: noticeError }),
    defaultOptions: {
      // Data is asked for once and stays until something is known to have changed it.
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })

  // The router lives in React; until its first render a module can only leave the page the hard way.
  let navigate: Navigate = (path) => window.location.assign(path)
  const goTo: Navigate = (path) => navigate(path)

  const openPlayer = async () => {
    const root = rootOf('player')
    try {
      const player = await import(/* webpackChunkName: "player" */ './player/open-player.tsx')
      return player.openPlayer(root, { session, toasts, queryClient, events, onNavigate: goTo })
    } catch (error) {
      // What is said to people has its place there as well, and is said all the same.
      root.render(<ToastHost toasts={toasts} />)
      throw error
    }
  }
  const sound = createSoundOnDemand(openPlayer, () =>
    toasts.show({ title: 'That did not play', description: 'Please try again.', tone: 'destructive' }),
  )

  const personId = () => {
    const now = session.state.get()
    return 'user' in now ? now.user.id : null
  }
  void person.then(() => {
    const id = personId()
    if (id !== null) forgetKept(id)
  })

  const services: ShellServices = {
    player: { ...sound.player, queue: sound.queue },
    user: session.user,
    person: personId,
    signIn,
    queryClient,
    toast: toasts.show,
    events,
    navigate: goTo,
    assignment: registry,
  }
  const modules = createModules(registry, services)

  // The person need not be known to fetch what the gateway brings with this page; `setup` meets the session as it is.
  const content = modules.startPreloaded(document)
  registry.watch()
  fetchAhead(document, modules)

  const showPage = () => {
    const page = (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ModulesProvider value={modules}>
            <BrowserRouter>
              <NavigateFromOutside
                onReady={(go) => {
                  navigate = go
                }}
              />
              <ModuleBoundary onCrash={modules.shellCrashed} panel={failed}>
                <App session={session}>
                  <ModuleRoutes notFound={<NotFound />} />
                </App>
                <VersionRibbon />
                <VersionPanelOnDemand user={session.user} />
                <ShellRenewalOnDemand player={sound.player} />
                <SlotHosts events={events} toasts={toasts} />
                <MissedBadges user={session.user} events={events} />
              </ModuleBoundary>
            </BrowserRouter>
          </ModulesProvider>
        </QueryClientProvider>
      </StrictMode>
    )
    // In slices: drawn in one go, frame and content together would hold a slow phone up for a quarter of a second.
    startTransition(() => rootOf('root').render(page))
  }

  void showTogether(document, { person, content }, showPage)
  // The player is fetched in a moment in which nothing else is: not one in which the page waits for its files.
  void Promise.race([Promise.all([content, person]), pause(PLAYER_WITHIN_MS)]).then(() => whenIdle(sound.fetch))
  window.addEventListener('online', sound.fetch)
}

/** A mistake of the shell itself costs the page. The sound and its controls have a root of their own. */
const failed = (retry: () => void) => <SessionFailed what="this page" onRetry={retry} />

type Navigate = (path: string) => void

function NavigateFromOutside({ onReady }: { onReady: (navigate: Navigate) => void }) {
  const go = useNavigate()
  const tell = useEffectEvent(() => onReady((path) => void go(path)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when the router's function is another
  useEffect(tell, [go])
  return null
}
