import type { SlotId } from './contract.ts'

const ALL: Record<SlotId, true> = { 'tip-dialog': true, 'badge-popup': true }

/** The places of the shell that modules may fill. */
export const SLOTS: readonly string[] = Object.keys(ALL)
