import type { BodyOf } from '@griot/contracts/endpoint'
import { SendTip } from '@griot/contracts/points'
import type { TipTarget } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { useShell } from '@griot/shell-sdk/react'
import { formatPoints } from '@griot/ui/format'
import { useMutation } from '@tanstack/react-query'

type Wish = BodyOf<typeof SendTip>

/** Keys of tips of which it is not known whether they arrived, by what they say. They outlive the dialog. */
const unsettled = new Map<string, string>()

const keyOf = (wish: Wish) => {
  const name = JSON.stringify(wish)
  const key = unsettled.get(name) ?? crypto.randomUUID()
  unsettled.set(name, key)
  return key
}

/** Sends a tip. The same tip again after a failure carries the same key, so that it arrives once, whatever got lost. */
export const useSendTip = ({ receiverId, podcastId, episodeId }: TipTarget, isTellingPoints: boolean) => {
  const { ui, events } = useShell()

  return useMutation({
    mutationFn: async ({ cents, senderId }: { cents: number; senderId: string }) => {
      const wish = { senderId, receiverId, podcastId, episodeId, amount: cents }
      const sent = await call(SendTip, { body: wish }, { headers: { 'idempotency-key': keyOf(wish) } })
      unsettled.delete(JSON.stringify(wish))
      return sent
    },
    onSuccess: ({ pointsEarned }) => {
      ui.toast({
        title: 'Tip sent successfully!',
        ...(isTellingPoints && { description: `You earned ${formatPoints(pointsEarned)}.` }),
      })
      // Our own screens follow it as the others do.
      if (pointsEarned > 0) events.emit('points.changed', { points: pointsEarned })
    },
    onError: (error) => {
      console.error('the tip was not sent', error)
      ui.toast({ title: 'Tip failed', description: 'There was a problem sending your tip.', tone: 'destructive' })
    },
  })
}
