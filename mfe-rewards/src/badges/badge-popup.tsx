import type { SlotProps } from '@griot/shell-sdk/contract'

export function BadgePopup({ badges, onClose }: SlotProps['badge-popup']) {
  const badge = badges[0]
  if (!badge) return null
  return (
    <div role="status">
      <p>{badge.name}</p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  )
}
