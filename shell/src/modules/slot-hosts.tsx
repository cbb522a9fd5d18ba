import type { Badge } from '@griot/contracts/points'
import type { Bus, ShellEvents, SlotId, TipTarget } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { failureToast } from '@griot/ui/use-online'
import { useEffect, useState } from 'react'
import type { Toasts } from '../toasts/toasts.tsx'
import { useAfterToast } from '../toasts/toasts.tsx'
import type { ModuleSlotProps } from './module-slot.tsx'

const loadSlot = async () => (await import(/* webpackChunkName: "later" */ './module-slot.tsx')).ModuleSlot

/** For a slot whose own code did not load. */
const MISSING = 'Please check your connection and try again.'

/** Opens the shell's slots on events, so that a module does not depend on the module that fills a slot. */
export function SlotHosts({ events, toasts }: { events: Bus<ShellEvents>; toasts: Toasts }) {
  // It stays mounted when closed, for its closing animation and the next tip.
  const [tip, setTip] = useState<{ target: TipTarget; open: boolean } | null>(null)
  const [badges, setBadges] = useState<readonly Badge[]>([])

  useEffect(() => events.on('tip.open', (target) => setTip({ target, open: true })), [events])
  const canShowBadges = useAfterToast(toasts, badges.length > 0)
  useEffect(() => events.on('badges.earned', (earned) => setBadges((shown) => withNew(shown, earned.badges))), [events])

  const handleTipUnavailable = (text: string) => {
    setTip(null)
    toasts.show(failureToast('Tip failed', text))
  }

  // The server announces each badge once, so a toast replaces the popup.
  const handleBadgesUnavailable = (text: string) => {
    const names = badges.map(({ name }) => name).join(', ')
    setBadges([])
    toasts.show({ title: `Badge earned: ${names}`, description: text })
  }

  const isWanted = tip !== null || canShowBadges
  const Slot = useOnDemand<ModuleSlotProps<SlotId>>(loadSlot, isWanted, () => {
    if (tip) handleTipUnavailable(MISSING)
    if (canShowBadges) handleBadgesUnavailable(MISSING)
  })

  if (!Slot) return null
  return (
    <>
      {tip && (
        <Slot
          slot="tip-dialog"
          props={{ open: tip.open, tip: tip.target, onClose: () => setTip({ ...tip, open: false }) }}
          waitingText={tip.open ? 'Opening the tip…' : undefined}
          onUnavailable={handleTipUnavailable}
        />
      )}
      {canShowBadges && (
        <Slot
          slot="badge-popup"
          props={{ badges, onClose: () => setBadges([]) }}
          onUnavailable={handleBadgesUnavailable}
        />
      )}
    </>
  )
}

/** Appends badges that are not shown yet. */
const withNew = (shown: readonly Badge[], earned: readonly Badge[]) => [
  ...shown,
  ...earned.filter(({ id }) => !shown.some((badge) => badge.id === id)),
]
