import { useShell } from '@griot/shell-sdk/react'
import { createElement, type ReactNode } from 'react'
import type { DeclaredSlotId, DeclaredSlots } from './contract.ts'

interface ModuleSlotProps<Slot extends DeclaredSlotId> {
  name: Slot
  props: DeclaredSlots[Slot]
  frame: (title: string, content: ReactNode) => ReactNode
}

/**
 * Shows the contents of other modules in a slot that this module declares. It loads them when the slot comes near the visible
 * area; place it below all other content, so that nothing moves. Renders nothing without contents, and in a shell before 1.5.
 */
export function ModuleSlot<Slot extends DeclaredSlotId>(slot: ModuleSlotProps<Slot>) {
  const { slots } = useShell()
  return slots ? createElement(slots.Contents, slot) : null
}
