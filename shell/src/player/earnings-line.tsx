import { useStore } from '@griot/shell-sdk/react'
import Coins from 'lucide-react/icons/coins'
import type { Deck } from './deck.ts'
import { inWords, prospect } from './earnings.ts'
import type { PlayerSnapshot } from './engine.ts'

/** What listening on will bring, counted anew with every second of the player; null while that is not known. */
export const useEarnings = (deck: Deck, { episode, position, duration, rate }: PlayerSnapshot) => {
  const rules = useStore(deck.rules)
  const heard = deck.heard()
  if (!rules || !heard || heard.episodeId !== episode?.id || duration <= 0) return null
  return inWords(prospect(rules, heard, { position, duration, rate }), rules, duration)
}

export function EarningsLine({ deck, snapshot }: { deck: Deck; snapshot: PlayerSnapshot }) {
  const words = useEarnings(deck, snapshot)
  if (!words || words.short.length === 0) return null
  return (
    <p className="player-earnings">
      <Coins aria-hidden="true" />
      <span>{words.short.join(' · ')}</span>
    </p>
  )
}
