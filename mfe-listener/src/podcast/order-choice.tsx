import type { EpisodeOrder } from '@griot/contracts/catalog/episodes'
import { useId } from 'react'
import { ORDERS, orderFrom } from './episode-order.ts'

interface OrderChoiceProps {
  order: EpisodeOrder
  onChoose: (order: EpisodeOrder) => void
}

export function OrderChoice({ order, onChoose }: OrderChoiceProps) {
  const id = useId()
  return (
    <span className="listener:flex listener:items-center listener:gap-2">
      <label htmlFor={id} className="g-visually-hidden">
        Sort episodes
      </label>
      <select
        id={id}
        className="g-input listener:w-auto"
        value={order}
        onChange={(event) => onChoose(orderFrom(event.currentTarget.value))}
      >
        {ORDERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
