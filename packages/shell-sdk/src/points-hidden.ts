import { GetPoints } from '@griot/contracts/points'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { useQuery } from '@tanstack/react-query'
import { read } from './read.ts'

/** Whether no screen shows points: the user hides them, or the session has ended. Hidden points are still credited. */
export const usePointsHidden = (): boolean => {
  const { session } = useShell()
  const isSignedIn = useStore(session.user) !== null
  const { data: isHidden = false } = useQuery({
    ...read(GetPoints, { params: { id: 'me' } }),
    enabled: isSignedIn,
    select: ({ hidePoints }) => hidePoints,
  })
  return !isSignedIn || isHidden
}
