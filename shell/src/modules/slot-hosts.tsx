import type { Badge } from '@griot/contracts/points'
import type { Bus, ShellEvents, TipTarget } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useEffect, useState } from 'react'
import type { Toasts } from '../toasts/toasts.ts'
import { useTurnAfter } from '../toasts/turn-after.ts'
import type { OpenSlotsProps } from './open-slots.tsx'

const loadSlots = async () => (await import(/* webpackChunkName: "later" */ './open-slots.tsx')).OpenSlots

/** When not even the slot itself has come. */
const MISSING = 'Please check your connection and try again.'

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

  const isWanted = tip !== null || isBadgesTurn
  const OpenSlots = useOnDemand<OpenSlotsProps>(loadSlots, isWanted, () => {
    if (tip) handleTipUnavailable(MISSING)
    if (isBadgesTurn) handleBadgesUnavailable(MISSING)
  })

  if (!OpenSlots || !isWanted) return null
  return (
    <OpenSlots
      tip={tip}
      onTipClose={() => setTip(tip && { ...tip, open: false })}
      onTipUnavailable={handleTipUnavailable}
      badges={isBadgesTurn ? badges : null}
      onBadgesClose={() => setBadges([])}
      onBadgesUnavailable={handleBadgesUnavailable}
    />
  )
}

/** Badges that come while others are shown are shown after them, each once. */
const withNew = (shown: readonly Badge[], earned: readonly Badge[]) => [
  ...shown,
  ...earned.filter(({ id }) => !shown.some((badge) => badge.id === id)),
]
