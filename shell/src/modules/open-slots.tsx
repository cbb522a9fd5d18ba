import type { Badge } from '@griot/contracts/points'
import type { TipTarget } from '@griot/shell-sdk/contract'
import { ModuleSlot } from './module-slot.tsx'
import { SlotWaiting } from './slot-waiting.tsx'

export interface OpenSlotsProps {
  /** Closed, it stays for the next tip and for its own way of closing. */
  tip: { target: TipTarget; open: boolean } | null
  onTipClose: () => void
  onTipUnavailable: (text: string) => void
  badges: readonly Badge[] | null
  onBadgesClose: () => void
  onBadgesUnavailable: (text: string) => void
}

/** The slots that somebody has asked for. */
export function OpenSlots(props: OpenSlotsProps) {
  const { tip, onTipClose, onTipUnavailable, badges, onBadgesClose, onBadgesUnavailable } = props
  return (
    <>
      {tip && (
        <ModuleSlot
          slot="tip-dialog"
          props={{ open: tip.open, tip: tip.target, onClose: onTipClose }}
          waiting={tip.open && <SlotWaiting text="Opening the tip…" />}
          onUnavailable={onTipUnavailable}
        />
      )}
      {badges && (
        <ModuleSlot slot="badge-popup" props={{ badges, onClose: onBadgesClose }} onUnavailable={onBadgesUnavailable} />
      )}
    </>
  )
}
