import type { SlotContentsProps } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useAssignment } from './modules-context.ts'

const loadFilledSlot = async () => (await import(/* webpackChunkName: "later" */ './filled-slot.tsx')).FilledSlot

/** The contents of other modules in a slot that a module declares. Nothing is loaded for a slot that no module fills. */
export function SlotContents(place: SlotContentsProps) {
  const isFilled = Object.values(useAssignment().modules).some(({ contributes }) =>
    contributes.slots.some(({ slot }) => slot === place.name),
  )
  const FilledSlot = useOnDemand<SlotContentsProps>(loadFilledSlot, isFilled)
  return isFilled && FilledSlot ? <FilledSlot {...place} /> : null
}
