import type { SlotProps } from '@griot/shell-sdk/contract'

export function TipDialog({ open, onClose, tip }: SlotProps['tip-dialog']) {
  if (!open) return null
  return (
    <div role="dialog" aria-modal="true" aria-labelledby="tip-title">
      <h2 id="tip-title">Tip {tip.receiverName}</h2>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  )
}
