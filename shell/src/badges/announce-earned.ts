import type { BodyOf } from '@griot/contracts/endpoint'
import { CheckBadges } from '@griot/contracts/points'
import type { Bus, ShellEvents, Toast } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import type { Toasts } from '../toasts/toasts.tsx'

/** Announces a new level, and publishes badges that were not announced yet. The server returns each of them once. */
export const announceEarned = async (
  { events, toasts }: { events: Bus<ShellEvents>; toasts: Toasts },
  body: BodyOf<typeof CheckBadges>,
  { signal }: { signal?: AbortSignal } = {},
) => {
  const options = signal ? { signal } : {}
  const { newBadges, newLevel } = await call(CheckBadges, { params: { id: 'me' }, body }, options)
  if (newLevel) {
    const { level, levelName } = newLevel
    showAfterOthers(toasts, { title: `Level ${level}: ${levelName}`, description: 'You reached a new level!' })
  }
  if (newBadges.length > 0) events.emit('badges.earned', { badges: newBadges })
}

const showAfterOthers = (toasts: Toasts, toast: Toast) => {
  const isOpen = () => toasts.state.get()?.open ?? false
  if (!isOpen()) return toasts.show(toast)
  const stop = toasts.state.subscribe(() => {
    if (isOpen()) return
    stop()
    toasts.show(toast)
  })
}
