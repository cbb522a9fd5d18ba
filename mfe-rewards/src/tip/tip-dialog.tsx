import type { BodyOf } from '@griot/contracts/endpoint'
import { type PointsRules, SendTip } from '@griot/contracts/points'
import type { SlotProps, TipTarget } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { isSessionEnded, LOG_IN_TO_TIP, loginRequired } from '@griot/shell-sdk/login-required'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore, useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatPoints } from '@griot/ui/format'
import { failureToast } from '@griot/ui/use-online'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef } from 'react'
import { usePoints, useRules } from '../api.ts'
import { formatCents, tipPoints } from './cents.ts'
import { TipAmount, useTipAmount } from './tip-amount.tsx'

// Used until the rules have loaded. The server checks the limits.
const DEFAULT_LIMITS = { minCents: 100, maxCents: 50_000 }

export function TipDialog({ open, onClose, tip }: SlotProps['tip-dialog']) {
  return (
    <Dialog open={open} onClose={onClose} title={`Tip ${tip.receiverName}`} description={`For ${tip.podcastTitle}`}>
      <TipForm tip={tip} onClose={onClose} />
    </Dialog>
  )
}

/** Why the user cannot tip this podcast; undefined if they can. */
const refusalOf = (tip: TipTarget, userId: string | undefined) => {
  if (!tip.receiverId) return 'This podcast cannot receive tips.'
  if (tip.receiverId === userId) return 'You cannot tip your own podcast.'
  return undefined
}

function TipForm({ tip, onClose }: { tip: TipTarget; onClose: () => void }) {
  const { ui, session } = useShell()
  const user = useStore(session.user)
  const rules = useRules().data
  const isHidden = usePointsHidden()
  const pledgedToday = usePoints().data?.pledgedToday ?? 0
  const send = useSendTip(tip, !isHidden)
  // Set synchronously, unlike `isPending`, so that two quick clicks send one tip.
  const isSending = useRef(false)
  const amount = useTipAmount(rules?.tip ?? DEFAULT_LIMITS)
  const { sendable } = amount
  const customField = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  useUnsavedWork(amount.custom !== '')
  const reason = refusalOf(tip, user?.id)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!user) {
      return ui.toast(loginRequired(LOG_IN_TO_TIP, session.signIn))
    }
    if (sendable === null) {
      customField.current?.focus()
      return ui.toast({ title: 'Invalid amount', description: 'Please enter a valid tip amount', tone: 'destructive' })
    }
    if (isSending.current) return
    isSending.current = true
    const handleSettled = () => {
      isSending.current = false
    }
    send.mutate({ cents: sendable, senderId: user.id }, { onSuccess: onClose, onSettled: handleSettled })
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="rewards:grid rewards:gap-5">
      <TipAmount amount={amount} customField={customField} />
      <WhatHappens
        cents={sendable}
        receiverName={tip.receiverName}
        rules={isHidden ? undefined : rules?.tip}
        pledgedToday={pledgedToday}
      />
      {!user && (
        <div className="rewards:flex rewards:flex-wrap rewards:items-center rewards:justify-between rewards:gap-3">
          <p className="rewards:text-danger">{LOG_IN_TO_TIP}.</p>
          <Button look="secondary" size="small" onClick={session.signIn}>
            Sign In
          </Button>
        </div>
      )}
      {reason && (
        <p id={reasonId} className="rewards:text-danger">
          {reason}
        </p>
      )}
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="points"
          pending={send.isPending}
          disabled={reason !== undefined}
          aria-describedby={reason ? reasonId : undefined}
        >
          {send.isPending ? 'Processing...' : sendable === null ? 'Send Tip' : `Send ${formatCents(sendable)} Tip`}
        </Button>
      </DialogActions>
    </form>
  )
}

interface WhatHappensProps {
  /** Null while no valid amount is chosen. */
  cents: number | null
  receiverName: string
  /** Undefined while they load, and for users who hide points. */
  rules: PointsRules['tip'] | undefined
  /** Points earned by pledges today. */
  pledgedToday: number
}

/** Describes the effect of the tip before it is sent. */
function WhatHappens({ cents, receiverName, rules, pledgedToday }: WhatHappensProps) {
  return (
    <div className="rewards:grid rewards:gap-1 rewards:rounded-m rewards:bg-points-wash rewards:px-4 rewards:py-3">
      {rules && cents !== null && (
        <p className="rewards:font-semibold">
          {formatCents(cents)} earns you {pointsOrNone(pointsToday(cents, rules, pledgedToday))}.
        </p>
      )}
      <p>
        This is a pledge: nothing is charged now. We record what you want to give to {receiverName}.
        {rules && ` Pledges earn at most ${formatPoints(rules.dailyPointsCap)} a day`}
        {rules && (pledgedToday > 0 ? `, and today they have earned ${pledgedToday}.` : '.')}
      </p>
    </div>
  )
}

const pointsToday = (cents: number, { pointsPerDollar, dailyPointsCap }: PointsRules['tip'], pledgedToday: number) =>
  Math.min(tipPoints(cents, pointsPerDollar), Math.max(0, dailyPointsCap - pledgedToday))

const pointsOrNone = (points: number) => (points === 0 ? 'no more points today' : formatPoints(points))

type TipBody = BodyOf<typeof SendTip>

/** Idempotency keys of tips without a response, by their body. They outlive the dialog. */
const pendingKeys = new Map<string, string>()

const keyOf = (tip: TipBody) => {
  const name = JSON.stringify(tip)
  const key = pendingKeys.get(name) ?? crypto.randomUUID()
  pendingKeys.set(name, key)
  return key
}

/** Sends a tip. A retry of the same tip sends the same idempotency key, so that it counts once. */
const useSendTip = ({ receiverId, podcastId, episodeId }: TipTarget, showsPoints: boolean) => {
  const { ui, events, session } = useShell()

  return useMutation({
    mutationFn: async ({ cents, senderId }: { cents: number; senderId: string }) => {
      const tip = { senderId, receiverId, podcastId, episodeId, amount: cents }
      const sent = await call(SendTip, { body: tip }, { headers: { 'idempotency-key': keyOf(tip) } })
      pendingKeys.delete(JSON.stringify(tip))
      return sent
    },
    onSuccess: ({ pointsEarned }) => {
      ui.toast({
        title: 'Tip sent successfully!',
        ...(showsPoints && { description: `You earned ${formatPoints(pointsEarned)}.` }),
      })
      if (pointsEarned > 0) events.emit('points.changed', { points: pointsEarned })
    },
    onError: (error) => {
      console.error('sending the tip failed', error)
      if (isSessionEnded(error)) return ui.toast(loginRequired(LOG_IN_TO_TIP, session.signIn))
      ui.toast(failureToast('Tip failed', 'There was a problem sending your tip.'))
    },
  })
}
