import type { Badge } from '@griot/contracts/points'
import type { Bus, ShellEvents, TipTarget, Toast } from '@griot/shell-sdk/contract'
import { useEffect, useState } from 'react'
import { ModuleSlot } from './module-slot.tsx'

interface SlotHostsProps {
  events: Bus<ShellEvents>
  toast: (toast: Toast) => void
}

/** The shell's slots, opened by events: whoever asks need not know which module fills them. */
export function SlotHosts({ events, toast }: SlotHostsProps) {
  const [tip, setTip] = useState<{ target: TipTarget; open: boolean } | null>(null)
  const [badges, setBadges] = useState<readonly Badge[]>([])

  useEffect(() => events.on('tip.open', (target) => setTip({ target, open: true })), [events])
  useEffect(() => events.on('badges.earned', (earned) => setBadges(earned.badges)), [events])

  const handleTipUnavailable = (text: string) => {
    setTip(null)
    toast({ title: 'Tip failed', description: text, tone: 'destructive' })
  }

  return (
    <>
      {tip && (
        <ModuleSlot
          slot="tip-dialog"
          // Closed, it stays for the next tip and for its own way of closing.
          props={{ open: tip.open, tip: tip.target, onClose: () => setTip({ ...tip, open: false }) }}
          onUnavailable={handleTipUnavailable}
        />
      )}
      {badges.length > 0 && (
        <ModuleSlot
          slot="badge-popup"
          props={{ badges, onClose: () => setBadges([]) }}
          // Decoration: the badges are on the rewards page all the same.
          onUnavailable={() => setBadges([])}
        />
      )}
    </>
  )
}
