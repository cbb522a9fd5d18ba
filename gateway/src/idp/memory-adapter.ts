import type { Adapter, AdapterPayload } from 'oidc-provider'

const MOST = 10_000

/**
 * Keeps what the provider is in the middle of, in memory: a restart loses sign-ins that are under way, and nothing else.
 */
export const createMemoryAdapter = () => {
  const stored = new Map<string, { payload: AdapterPayload; until: number }>()

  const read = (key: string) => {
    const found = stored.get(key)
    return found !== undefined && found.until > Date.now() ? found.payload : undefined
  }

  const makeRoom = () => {
    if (stored.size < MOST) return
    for (const [key, { until }] of stored) if (until < Date.now()) stored.delete(key)
    // Oldest first: a map keeps the order in which things came.
    for (const key of stored.keys()) {
      if (stored.size < MOST) break
      stored.delete(key)
    }
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        makeRoom()
        stored.set(keyOf(id), { payload, until: Date.now() + (expiresIn ?? 600) * 1000 })
      },
      async find(id) {
        return read(keyOf(id))
      },
      async findByUid(uid) {
        for (const key of stored.keys()) {
          const payload = key.startsWith(`${model}:`) ? read(key) : undefined
          if (payload?.uid === uid) return payload
        }
        return undefined
      },
      async findByUserCode() {
        return undefined
      },
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        stored.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
    }
  }
}
