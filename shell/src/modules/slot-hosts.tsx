import type { Badge } from '@griot/contracts/points'
import type { Bus, ShellEvents, TipTarget } from '@griot/shell-sdk/contract'
import { useEffect, useState } from 'react'
import type { Toasts } from '../toasts/toasts.ts'
import { useTurnAfter } from '../toasts/turn-after.ts'
import { ModuleSlot } from './module-slot.tsx'
import { SlotWaiting } from './slot-waiting.tsx'

interface SlotHostsProps {
  events: Bus<ShellEvents>
  toasts: Toasts
}

/** The shell's slots, opened by events: whoever asks need not know which module fills them. */
export function SlotHosts({ events, toasts }: SlotHostsProps) {
  const [tip, setTip] = useState<{ target: TipTarget; open: boolean } | null>(null)
  const [badges, setBadges] = useState<readonly Badge[]>([])

  useEffect(() => events.on('tip.open', (target) => setTip({ target, open: true })), [events])
  const isBadgesTurn = useTurnAfter(toasts, badges.length > 0)
  useEffect(() => events.on('badges.earned', (earned) => setBadges((shown) => withNew(shown, earned.badges))), [events])

  const handleTipUnavailable = (text: string) => {
    setTip(null)
    toasts.show({ title: 'Tip failed', description: text, tone: 'destructive' })
  }

  // They are announced once: without the popup, in words.
  const handleBadgesUnavailable = (text: string) => {
    const names = badges.map(({ name }) => name).join(', ')
    setBadges([])
    toasts.show({ title: `Badge earned: ${names}`, description: text })
  }

  return (
    <>
      {tip && (
        <ModuleSlot
          slot="tip-dialog"
          // Closed, it stays for the next tip and for its own way of closing.
          props={{ open: tip.open, tip: tip.target, onClose: () => setTip({ ...tip, open: false }) }}
          waiting={tip.open && <SlotWaiting text="Opening the tip…" />}
          onUnavailable={handleTipUnavailable}
        />
      )}
      {isBadgesTurn && (
        <ModuleSlot
          slot="badge-popup"
          props={{ badges, onClose: () => setBadges([]) }}
          onUnavailable={handleBadgesUnavailable}
        />
      )}
    </>
  )
}

/** Badges that come while others are shown are shown after them, each once. */
const withNew = (shown: readonly Badge[], earned: readonly Badge[]) => [
  ...shown,
  ...earned.filter(({ id }) => !shown.some((badge) => badge.id === id)),
]
