import type { SlotId } from './contract.ts'

const ALL: Record<SlotId, true> = { 'tip-dialog': true, 'badge-popup': true }

export const SLOTS: readonly string[] = Object.keys(ALL)
