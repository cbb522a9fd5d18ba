// Types of the matchers, for every test that renders a screen.
import '@testing-library/jest-dom/vitest'
import { call, callForPage } from '@griot/contracts/client'
import { may } from '@griot/contracts/permissions'
import type { User } from '@griot/contracts/user'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import type {
  Command,
  Kv,
  OfferedAction,
  PlayerMedia,
  PlayerState,
  Question,
  ShellApiV1,
  ShellEvents,
  Theme,
  Toast,
} from '../contract.ts'
import { ShellProvider } from '../react.ts'
import { createStore } from '../store.ts'

export const ADA: User = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  points: 120,
  level: 2,
  roles: [],
}

const SILENT: PlayerState = {
  status: 'empty',
  episode: null,
  podcast: null,
  position: 0,
  duration: 0,
  volume: 100,
  muted: false,
}

const PREFIX = 'test-shell '

/** Storage of one user; deletes that of others. Without a browser storage, nothing is stored. */
const storageOf = (user: User | null, area: Storage | undefined): Kv => {
  const own = `${PREFIX}${user?.id} `
  if (!area) return { get: () => null, set: () => false, remove: () => undefined }
  for (const name of Object.keys(area)) if (name.startsWith(PREFIX) && !name.startsWith(own)) area.removeItem(name)
  return {
    get: (key) => JSON.parse(area.getItem(own + key) ?? 'null'),
    set: (key, value) => {
      area.setItem(own + key, JSON.stringify(value))
      return true
    },
    remove: (key) => area.removeItem(own + key),
  }
}

type Emitted = { [Name in keyof ShellEvents]: { name: Name; payload: ShellEvents[Name] } }[keyof ShellEvents]

/** Plays nothing. `loaded` are the episodes that the module loaded. */
const createTestPlayer = () => {
  const loaded: PlayerMedia[] = []
  const playerState = createStore<PlayerState>(SILENT)
  const queued = createStore<readonly PlayerMedia[]>([])
  const setStatus = (status: PlayerState['status']) => playerState.set({ ...playerState.get(), status })
  const player: ShellApiV1['player'] = {
    state: playerState,
    load: async (media) => {
      loaded.push(media)
      playerState.set({
        ...SILENT,
        status: 'playing',
        episode: media.episode,
        podcast: media.podcast,
        position: media.startAt ?? media.resumeAt ?? 0,
        duration: media.episode.duration,
      })
    },
    play: () => setStatus('playing'),
    pause: () => setStatus('paused'),
    seek: (position) => playerState.set({ ...playerState.get(), position }),
    queue: {
      state: queued,
      playNext: (media) => queued.set([media, ...queued.get()]),
      add: (media) => queued.set([...queued.get(), media]),
      remove: (id) => queued.set(queued.get().filter(({ episode }) => episode.id !== id)),
    },
  }
  return { player, playerState, loaded }
}

const createTestEvents = () => {
  const emitted: Emitted[] = []
  const bus = new EventTarget()
  const events: ShellApiV1['events'] = {
    emit: (name, payload) => {
      emitted.push({ name, payload } as Emitted)
      bus.dispatchEvent(new CustomEvent(name, { detail: payload }))
    },
    on: (name, listener) => {
      const handle = (event: Event) => listener((event as CustomEvent).detail)
      bus.addEventListener(name, handle)
      return () => bus.removeEventListener(name, handle)
    },
  }
  return { events, emitted }
}

const createTestUi = () => {
  const toasts: Toast[] = []
  const questions: Question[] = []
  let answer = true
  const ui: ShellApiV1['ui'] = {
    toast: (toast) => toasts.push(toast),
    confirm: async (question) => {
      questions.push(question)
      return answer
    },
    theme: createStore<Theme>('system'),
  }
  return {
    ui,
    toasts,
    /** The questions of `confirm`; `answer` sets the response to the next ones. */
    questions,
    answer: (isYes: boolean) => {
      answer = isYes
    },
  }
}

/** A shell API without a page, for one test. It records the calls of a module, and is disposed when the test ends. */
export const createTestShell = ({ user = ADA }: { user?: User | null } = {}) => {
  const { player, ...played } = createTestPlayer()
  const { events, emitted } = createTestEvents()
  const { ui, ...shown } = createTestUi()
  const session = createStore<User | null>(user)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const disposal = new AbortController()
  // The next test has the same page, so work such as uploads must not continue.
  onTestFinished(() => disposal.abort())
  const flags = createStore<readonly string[]>([])
  const commands: Record<string, Command> = {}
  const actions = createStore<readonly OfferedAction[]>([])
  let signInsAsked = 0

  const api: ShellApiV1 = {
    meta: { module: 'test', version: '0.0.0', shell: '0.0.0', rev: 0 },
    player,
    session: {
      user: session,
      can: (permission) => may(session.get(), permission),
      signIn: () => {
        signInsAsked += 1
      },
    },
    http: { call, callForPage, fetch: (address, init) => fetch(address, init), headers: {} },
    query: { client, key: (...parts) => ['test', ...parts] },
    nav: { href: (routeId) => `/${routeId}`, go: () => undefined, setBadge: () => undefined },
    ui,
    events,
    commands: {
      run: async (command, input) => {
        const known = commands[command]
        if (!known) throw Object.assign(new Error(`No module has ${command}`), { code: 'command.unknown' })
        return known(input)
      },
    },
    contributedActions: actions,
    storage: { ...storageOf(user, globalThis.localStorage), tab: storageOf(user, globalThis.sessionStorage) },
    flags: { isOn: (name) => flags.get().includes(name), on: flags },
    signal: disposal.signal,
    update: { block: () => () => undefined },
    telemetry: { ready: () => undefined, error: () => undefined },
  }
  return {
    ...{ api, client, flags, emitted, session },
    ...played,
    ...shown,
    dispose: () => disposal.abort(),
    /** Commands of other modules, by name. */
    commands,
    /** Actions that modules offer. */
    actions,
    signInsAsked: () => signInsAsked,
  }
}

interface Location {
  /** The address, and the route pattern of its parameters. */
  at?: string
  path?: string
  user?: User | null
}

function Address({ onShown, children }: { onShown: (address: string) => void; children?: ReactNode }) {
  const { pathname, search } = useLocation()
  onShown(pathname + search)
  return children
}

/** Renders a screen with the shell's providers at an address. */
export const renderScreen = (screen: ReactElement, { at = '/', path = '*', user = ADA }: Location = {}) => {
  const shell = createTestShell({ user })
  let address = at
  const handleShown = (shown: string) => {
    address = shown
  }
  const routes = createElement(Routes, null, createElement(Route, { path, element: screen }))
  const router = createElement(
    MemoryRouter,
    { initialEntries: [at] },
    createElement(Address, { onShown: handleShown }, routes),
  )
  const rendered = render(
    createElement(
      QueryClientProvider,
      { client: shell.client },
      createElement(ShellProvider, { value: shell.api }, router),
    ),
  )
  return { ...rendered, shell, address: () => address }
}
