import type { ServiceName } from '@griot/contracts/services'
import type { Upstreams } from './upstreams.ts'

const TIMEOUT_MS = 3_000

/** Whether a service can process requests. Rejects if it does not respond. */
export const isServiceReady = async (upstreams: Upstreams, service: ServiceName) => {
  const { statusCode, body } = await upstreams.to(service, 'json').request({
    method: 'GET',
    path: '/readyz',
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  await body.dump()
  return statusCode === 200
}
