import { createStore } from '@griot/shell-sdk/store'
import { QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { Session, SessionStore } from '../../auth/session.ts'
import { createToasts } from '../../toasts/toasts.tsx'
import { createPlayer } from '../engine.ts'
import { PlayerRoot } from '../player-root.tsx'
import { createTestPlayback, media, SilentAudio } from './silent-audio.ts'

/** Replaces what jsdom lacks. No request finds anything. */
export const stubBrowser = () => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
}

/** Renders the player without an episode; `play` loads one. */
export const renderPlayer = ({ isSignedIn = true } = {}) => {
  const audio = new SilentAudio()
  const player = createPlayer(audio.asElement())
  const toasts = createToasts()
  const user = { id: 'u', email: '', firstName: 'Ada', lastName: 'Obi', points: 0, level: 1, roles: [] }
  const session: SessionStore = {
    state: createStore<Session>({ status: 'loading' }),
    user: createStore(isSignedIn ? user : null),
    load: async () => undefined,
    noticeError: () => undefined,
  }
  const handleTip = vi.fn()
  const handleNavigate = vi.fn()
  const playback = createTestPlayback(player)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<PlayerRoot {...{ playback, toasts, session, queryClient }} onTip={handleTip} onNavigate={handleNavigate} />)
  const play = async () => {
    await act(async () => {
      void player.load(media())
      audio.startSound(4000)
    })
    await screen.findByRole('region', { name: 'Audio player' })
  }
  return { audio, player, playback, toasts, handleTip, handleNavigate, play }
}
