import { get } from 'node:http'

/** The gateway's address as this machine reaches it, whatever it listens on. */
export const localOrigin = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** What the gateway says about everything behind it. Plain `http`, because `fetch` would stay in memory for good. */
export const askHealth = (origin: string): Promise<{ isReady: boolean; says: string }> =>
  new Promise((resolve) => {
    const no = (says: string) => resolve({ isReady: false, says })
    const request = get(`${origin}/healthz`, { agent: false, timeout: 3000 }, (response) => {
      let says = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        says = (says + chunk).slice(0, 500)
      })
      response.once('error', () => no('the answer broke off'))
      response.once('end', () => resolve({ isReady: response.statusCode === 200, says }))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', (error) => no(error.message))
  })
