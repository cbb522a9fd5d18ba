/**
 * Parses typed dollars ("5", "12.5", "0.999") to cents, dropping fractions of a cent. Null if the text is not an amount.
 * Moves digits instead of multiplying: 1.15 * 100 is 114.99999999999999.
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

/** Points of a tip, rounded down. */
export const tipPoints = (cents: number, pointsPerDollar: number) => Math.floor((cents * pointsPerDollar) / 100)
