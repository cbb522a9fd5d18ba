import { call } from '@griot/contracts/client'
import { ListPointsHistory, SendTip } from '@griot/contracts/points'
import type { TipTarget } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { formatPoints } from '@griot/ui/format'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refreshNumbers } from '../api.ts'

/** More tips than that cannot have brought points in a day. */
const MOST_TIPS = 100

/** Points that pledges have brought today (UTC), by the ledger; 0 while that is not known. */
export const usePledgedToday = () => {
  const tips = useQuery(read(ListPointsHistory, { params: { id: 'me' }, query: { type: 'tip', limit: MOST_TIPS } }))
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
  const brought = tips.data?.filter(({ createdAt, points }) => createdAt.startsWith(today) && points > 0) ?? []
  return brought.reduce((sum, { points }) => sum + points, 0)
}

/** Sends a tip. Trying the same amount again after a failure is the same tip: it carries the same key. */
export const useSendTip = (tip: TipTarget, isTellingPoints: boolean) => {
  const client = useQueryClient()
  const { ui, events } = useShell()
  const attempt = useRef<{ cents: number; key: string } | null>(null)

  const keyFor = (cents: number) => {
    if (attempt.current?.cents !== cents) attempt.current = { cents, key: crypto.randomUUID() }
    return attempt.current.key
  }

  return useMutation({
    mutationFn: ({ cents, senderId }: { cents: number; senderId: string }) => {
      const { receiverId, podcastId, episodeId } = tip
      return call(
        SendTip,
        { body: { senderId, receiverId, podcastId, episodeId, amount: cents } },
        { headers: { 'idempotency-key': keyFor(cents) } },
      )
    },
    onSuccess: ({ pointsEarned }) => {
      attempt.current = null
      ui.toast({
        title: 'Tip sent successfully!',
        ...(isTellingPoints && { description: `You earned ${formatPoints(pointsEarned)}.` }),
      })
      if (pointsEarned > 0) events.emit('points.changed', { points: pointsEarned })
      return refreshNumbers(client)
    },
    onError: (error) => {
      console.error('the tip was not sent', error)
      ui.toast({ title: 'Tip failed', description: 'There was a problem sending your tip.', tone: 'destructive' })
    },
  })
}
