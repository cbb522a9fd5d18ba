import type { SlotProps, TipTarget } from '@griot/shell-sdk/contract'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore, useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { type FormEvent, useId, useRef } from 'react'
import { usePoints, useRules } from '../api.ts'
import { useSendTip } from './api.ts'
import { formatCents } from './cents.ts'
import { TipAmount, useTipAmount } from './tip-amount.tsx'
import { WhatHappens } from './what-happens.tsx'

// Until the rules have come; what counts is what the service says.
const UNTIL_KNOWN = { minCents: 100, maxCents: 50_000 }

export function TipDialog({ open, onClose, tip }: SlotProps['tip-dialog']) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Tip ${tip.receiverName}`}
      description={`For ${tip.podcastTitle}, straight from a listener.`}
    >
      <TipForm tip={tip} onClose={onClose} />
    </Dialog>
  )
}

/** Why this person cannot be tipped; undefined when they can. */
const reasonAgainst = (tip: TipTarget, userId: string | undefined) => {
  if (!tip.receiverId) return 'This podcast has nobody to tip yet.'
  if (tip.receiverId === userId) return 'This is your own podcast: you cannot tip yourself.'
  return undefined
}

function TipForm({ tip, onClose }: { tip: TipTarget; onClose: () => void }) {
  const { ui, session } = useShell()
  const user = useStore(session.user)
  const rules = useRules().data
  const isHidden = usePointsHidden()
  const pledgedToday = usePoints().data?.pledgedToday ?? 0
  const send = useSendTip(tip, !isHidden)
  // Known at once, unlike `isPending`: two clicks in the same moment are one tip.
  const isSending = useRef(false)
  const amount = useTipAmount(rules?.tip ?? UNTIL_KNOWN)
  const { sendable } = amount
  const customField = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  useUnsavedWork(amount.custom !== '')
  const reason = reasonAgainst(tip, user?.id)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!user) {
      return ui.toast({
        title: 'Login Required',
        description: 'Please log in to tip creators',
        tone: 'destructive',
      })
    }
    if (sendable === null) {
      customField.current?.focus()
      return ui.toast({
        title: 'Invalid amount',
        description: 'Please enter a valid tip amount',
        tone: 'destructive',
      })
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
