import type { User } from '@griot/contracts/user'
import type { ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Session, SessionStore } from '../../auth/session.ts'
import { createBus } from '../../bus.ts'
import { createToasts } from '../../toasts/toasts.tsx'
import { createPlayer } from '../engine.ts'
import { trackListening } from '../listening.ts'
import { media, SilentAudio } from './silent-audio.ts'

export const ADA: User = {
  id: '0192f0c1-0000-7000-8000-0000000000cc',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  points: 0,
  level: 1,
  roles: [],
}
export const SESSION_ID = '0192f0c1-0000-7000-8000-0000000000dd'

interface Sent {
  path: string
  method: string
  body: Record<string, unknown>
}

/** A player whose listening is reported to a fake server. Needs {@link withFakeClock}. */
export const setUp = ({ user = ADA, signsIn }: { user?: User | null; signsIn?: User } = {}) => {
  const sent: Sent[] = []
  const responses: Record<string, { status?: number; body: unknown }> = {
    '/api/listening/start': { body: { id: SESSION_ID, positionSeconds: 0 } },
    '/api/listening/end': { body: { pointsEarned: 7, weeklyBonus: 0, reasons: [] } },
    '/api/listening-history': { body: {} },
  }
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method, body = 'null' }: { method: string; body?: string }) => {
      sent.push({ path, method, body: JSON.parse(body) })
      const { listeningDuration: creditedSeconds } = sent.at(-1)?.body ?? {}
      const response = responses[path] ?? { body: { creditedSeconds } }
      return new Response(JSON.stringify(response?.body), { status: response?.status ?? 200 })
    }),
  )

  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const userStore = createStore<User | null>(user)
  const session: SessionStore = {
    state: createStore<Session>({ status: 'loading' }),
    user: userStore,
    load: async () => undefined,
    noticeError: vi.fn(),
  }
  const toasts = createToasts()
  const queryClient = new QueryClient()
  const events = createBus<ShellEvents>()
  const { heard, stop: stopThis } = trackListening({ player, session, toasts, queryClient, events })
  stopTracking = stopThis
  if (signsIn) userStore.set(signsIn)

  const play = async (number = 1) => {
    void player.load(media(number))
    audio.startSound(600)
    await settle()
  }
  const listen = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      audio.currentTime += 1
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  return { sent, responses, audio, player, session, toasts, queryClient, events, heard, play, listen }
}

export const settle = async () => {
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}
/** The paths of the requests, shortened. */
export const paths = (sent: Sent[]) => sent.map(({ path }) => path.replace('/api/listening/', ''))

let stopTracking: () => void
/** Stops reporting, as if the page had been closed. */
export const stop = () => stopTracking()

/** Uses a fake clock in every test of the file, and stops reporting after each. */
export const withFakeClock = () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date', 'setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
