import { Input } from '@griot/ui/input'
import { type RefObject, useState } from 'react'
import { formatCents, parseCents } from './cents.ts'

const PRESETS = [500, 1000, 2500]
const DEFAULT_AMOUNT = { preset: 1000, custom: '' }

/** The amount of a tip: one of three presets, or a typed one. */
export const useTipAmount = ({ minCents, maxCents }: { minCents: number; maxCents: number }) => {
  // The preset is null while a custom amount is typed.
  const [{ preset, custom }, setAmount] = useState<{ preset: number | null; custom: string }>(DEFAULT_AMOUNT)
  const cents = preset ?? parseCents(custom)
  const isTooLarge = cents !== null && cents > maxCents
  const sendable = cents === null || cents < minCents || isTooLarge ? null : cents

  const errorOf = () => {
    if (custom === '' || sendable !== null) return undefined
    if (cents === null) return 'Please enter an amount such as 12.50.'
    return isTooLarge ? `The largest tip is ${formatCents(maxCents)}.` : `The smallest tip is ${formatCents(minCents)}.`
  }

  return {
    preset,
    custom,
    /** Null while it is invalid. */
    sendable,
    error: errorOf(),
    choose: (amount: number) => setAmount({ preset: amount, custom: '' }),
    type: (typed: string) => setAmount({ preset: null, custom: typed }),
  }
}

interface TipAmountProps {
  amount: ReturnType<typeof useTipAmount>
  customField: RefObject<HTMLInputElement | null>
}

export function TipAmount({ amount, customField }: TipAmountProps) {
  return (
    <>
      <fieldset>
        <legend className="rewards:mb-2 rewards:font-semibold">Amount</legend>
        <div className="rewards:grid rewards:grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] rewards:gap-3">
          {PRESETS.map((cents) => (
            <button
              key={cents}
              type="button"
              aria-pressed={amount.preset === cents}
              onClick={() => amount.choose(cents)}
              className="rewards:min-h-16 rewards:rounded-m rewards:border rewards:border-line-strong rewards:font-display rewards:text-2xl rewards:font-bold rewards:transition-colors rewards:hover:bg-raised rewards:aria-pressed:border-ink rewards:aria-pressed:bg-ink rewards:aria-pressed:text-page"
            >
              {formatCents(cents)}
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
        value={amount.custom}
        error={amount.error}
        onChange={(event) => amount.type(event.target.value)}
      />
    </>
  )
}
