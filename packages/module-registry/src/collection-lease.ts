import type { RegistryStore } from './registry-store.ts'

const LEASES = 'collecting'
const LEASE_MS = 60 * 60_000

/** The key of a lease to clear away, to be removed afterwards. Null when someone else has one; theirs ends with their run, or two hours after they were killed. */
export const takeLease = async (store: RegistryStore, now: Date): Promise<string | null> => {
  const hour = Math.floor(now.getTime() / LEASE_MS)
  const isCurrent = (key: string) => Number(key.split('/')[1]) >= hour - 1
  const before = await store.list(LEASES)
  if (before.some(isCurrent)) return null
  for (const key of before) await store.remove(key)
  const mine = `${LEASES}/${hour}`
  if (!(await store.create(mine, Buffer.from(now.toISOString())))) return null
  // Whoever came in the same moment, just after the hour, may have another one.
  if ((await store.list(LEASES)).every((key) => key === mine)) return mine
  await store.remove(mine)
  return null
}
