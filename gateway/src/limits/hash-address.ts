import { createHmac } from 'node:crypto'
import type { GatewayConfig } from '../config.ts'
import type { Context } from '../http/context.ts'
import { clientAddress } from './rate-limits.ts'

/** The same for all requests of a day (UTC) from one client address, on all instances. */
export const createHashAddress =
  ({ GRANT_SECRET, TRUSTED_PROXIES }: Pick<GatewayConfig, 'GRANT_SECRET' | 'TRUSTED_PROXIES'>) =>
  (context: Pick<Context, 'req'>) => {
    const day = new Date().toISOString().slice(0, 10)
    const address = clientAddress(context, TRUSTED_PROXIES)
    return createHmac('sha256', GRANT_SECRET).update(`client address ${day} ${address}`).digest('base64url')
  }
