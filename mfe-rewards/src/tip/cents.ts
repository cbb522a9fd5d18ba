/**
 * Cents of an amount in dollars as it was typed: "5", "12.5", "0.999" (what is below a cent is dropped). Null when it is
 * no amount. Digits are moved, never multiplied: 1.15 * 100 is 114.99999999999999.
 */
export const parseCents = (typed: string): number | null => {
  const amount = typed.trim().match(/^(\d{0,9})(?:\.(\d*))?$/)
  const [, dollars = '', fraction = ''] = amount ?? []
  if (dollars === '' && fraction === '') return null
  return Number(`${dollars}${fraction.slice(0, 2).padEnd(2, '0')}`)
}

/** "$5", "$12.50". */
export const formatCents = (cents: number) => {
  const rest = cents % 100
  const dollars = (cents - rest) / 100
  return rest === 0 ? `$${dollars}` : `$${dollars}.${String(rest).padStart(2, '0')}`
}

/** Points for a tip: whole points for every dollar, the rest dropped. */
export const tipPoints = (cents: number, pointsPerDollar: number) => Math.floor((cents * pointsPerDollar) / 100)
