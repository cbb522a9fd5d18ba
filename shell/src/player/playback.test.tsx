import type { User } from '@griot/contracts/user'
import type { ShellEvents } from '@griot/shell-sdk/contract'
import { createStore } from '@griot/shell-sdk/store'
import { stubApi } from '@griot/shell-sdk/testing/stub-api'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../auth/session.ts'
import { createBus } from '../bus.ts'
import { createToasts } from '../toasts/toasts.tsx'
import { createPlayback } from './playback.ts'
import { media, SilentAudio } from './testing/silent-audio.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the playback', () => {
  it('loads the rules of points with the first sound, and keeps them', async () => {
    stubApi({ 'GET /api/points/rules': { perMinute: 1 } })
    const created: SilentAudio[] = []
    class CreatedAudio extends SilentAudio {
      constructor() {
        super()
        created.push(this)
      }
    }
    vi.stubGlobal('Audio', CreatedAudio)
    vi.stubGlobal('BroadcastChannel', undefined)
    const session = {
      state: createStore<Session>({ status: 'signedOut' }),
      user: createStore<User | null>(null),
      load: async () => undefined,
      noticeError: () => undefined,
    }
    const events = createBus<ShellEvents>()
    const playback = createPlayback({ session, events, toasts: createToasts(), queryClient: new QueryClient() })
    expect(playback.rules()).toBeNull()

    void playback.player.load(media())
    created[0]?.startSound(4000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(playback.rules()).toEqual({ perMinute: 1 })

    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(playback.rules()).toEqual({ perMinute: 1 })
  })
})
