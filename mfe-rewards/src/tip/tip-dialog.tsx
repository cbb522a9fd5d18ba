import type { SlotProps, TipTarget } from '@griot/shell-sdk/contract'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore, useUnsavedWork } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { Input } from '@griot/ui/input'
import { type FormEvent, useId, useRef, useState } from 'react'
import { usePoints, useRules } from '../api.ts'
import { useSendTip } from './api.ts'
import { formatCents, parseCents } from './cents.ts'
import { WhatHappens } from './what-happens.tsx'

const PRESETS = [500, 1000, 2500]
const DEFAULT_CENTS = 1000

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
  // Null while a custom amount is typed.
  const [preset, setPreset] = useState<number | null>(DEFAULT_CENTS)
  const [custom, setCustom] = useState('')
  const customField = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  useUnsavedWork(custom !== '')
  const cents = preset ?? parseCents(custom)
  const reason = reasonAgainst(tip, user?.id)
  const { minCents = 100, maxCents = 50_000 } = rules?.tip ?? {}
  const isTooSmall = cents === null || cents < minCents
  const isTooLarge = cents !== null && cents > maxCents
  const sendable = isTooSmall || isTooLarge ? null : cents

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
  const handleCustom = (typed: string) => {
    setCustom(typed)
    setPreset(null)
  }
  const handlePreset = (amount: number) => {
    setPreset(amount)
    setCustom('')
  }
  const customError = () => {
    if (custom === '' || sendable !== null) return undefined
    if (cents === null) return 'Please enter an amount such as 12.50.'
    return isTooLarge ? `The largest tip is ${formatCents(maxCents)}.` : `The smallest tip is ${formatCents(minCents)}.`
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="rewards:grid rewards:gap-5">
      <fieldset>
        <legend className="rewards:mb-2 rewards:font-semibold">Amount</legend>
        <div className="rewards:grid rewards:grid-cols-3 rewards:gap-3">
          {PRESETS.map((amount) => (
            <button
              key={amount}
              type="button"
              aria-pressed={preset === amount}
              onClick={() => handlePreset(amount)}
              className="rewards:min-h-16 rewards:rounded-m rewards:border rewards:border-line-strong rewards:font-display rewards:text-2xl rewards:font-bold rewards:transition-colors rewards:hover:bg-raised rewards:aria-pressed:border-ink rewards:aria-pressed:bg-ink rewards:aria-pressed:text-page"
            >
              {formatCents(amount)}
            </button>
          ))}
        </div>
      </fieldset>
      <Input
        ref={customField}
        label="Custom amount in dollars"
        type="number"
        inputMode="decimal"
        min={1}
        step={1}
        placeholder="Another amount"
        value={custom}
        error={customError()}
        onChange={(event) => handleCustom(event.target.value)}
      />
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
