import { EXIT, Stop } from './output.ts'

const TIMEOUT_MS = 10_000

/** The OpenID token of a GitHub Actions job with `permissions: id-token: write`; undefined anywhere else. */
export const readJobToken = async (audience: string, env: NodeJS.ProcessEnv = process.env) => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env
  if (!address || !secret) return undefined
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { value } = (await response.json()) as { value?: string }
    if (response.ok && value) return value
    throw new Error(`status ${response.status}`)
  } catch (error) {
    throw new Stop(EXIT.transport, `The CI service returned no token for this job (${(error as Error).message}).`, [])
  }
}
