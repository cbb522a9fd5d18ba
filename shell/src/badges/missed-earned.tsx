import { GetPoints } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import type { Bus, ShellEvents } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import type { Store } from '@griot/shell-sdk/store'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Toasts } from '../toasts/toasts.tsx'

export interface MissedEarnedProps {
  user: Store<User | null>
  events: Bus<ShellEvents>
  toasts: Toasts
}

/** Announces badges and levels earned while the page was closed, or when the server credited a session. */
export function MissedEarned({ user, events, toasts }: MissedEarnedProps) {
  const isSignedIn = useStore(user, (current) => current !== null)
  const { data: hasMissed = false } = useQuery({
    ...read(GetPoints, { params: { id: 'me' } }),
    enabled: isSignedIn,
    select: ({ hasNewBadges, hasNewLevel, hidePoints }) => (hasNewBadges || hasNewLevel) && !hidePoints,
  })

  useEffect(() => {
    if (!hasMissed) return
    import(/* webpackChunkName: "later" */ './announce-earned.ts')
      .then(({ announceEarned }) => announceEarned({ events, toasts }, { action: 'arrived' }))
      .catch(console.error)
  }, [hasMissed, events, toasts])

  return null
}
