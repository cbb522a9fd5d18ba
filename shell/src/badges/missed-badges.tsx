import { GetPoints } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import type { Bus, ShellEvents } from '@griot/shell-sdk/contract'
import { useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import type { Store } from '@griot/shell-sdk/store'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { announceBadges } from './announce-badges.ts'

interface MissedBadgesProps {
  user: Store<User | null>
  events: Bus<ShellEvents>
}

/** Announces badges that came while nobody looked: the page was closed, or the server ended a session by itself. */
export function MissedBadges({ user, events }: MissedBadgesProps) {
  const isSignedIn = useStore(user, (person) => person !== null)
  const { data: areThereAny = false } = useQuery({
    ...read(GetPoints, { params: { id: 'me' } }),
    enabled: isSignedIn,
    select: ({ hasNewBadges, hidePoints }) => hasNewBadges && !hidePoints,
  })

  useEffect(() => {
    if (!areThereAny) return
    announceBadges(events, { action: 'arrived' }).catch((error: unknown) => {
      console.error('badges were not announced', error)
    })
  }, [areThereAny, events])

  return null
}
