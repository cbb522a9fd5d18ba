import type { CheckResult } from '@griot/contracts/module-pointer'

export const ok = (id: string, says: string): CheckResult => ({ id, outcome: 'ok', says })
export const warn = (id: string, says: string): CheckResult => ({ id, outcome: 'warn', says })
export const refuse = (id: string, says: string): CheckResult => ({ id, outcome: 'refuse', says })
