import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as send } from 'undici'

export interface BrowserResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The address after the last redirect. */
  url: URL
}

export interface BrowserRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** An HTTP client with a cookie jar. Sends no headers by itself. */
export class Browser {
  readonly #origin: string
  readonly #agent = new Agent()
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async request(path: string, { method = 'GET', headers = {}, body }: BrowserRequest = {}): Promise<BrowserResponse> {
    const url = new URL(path, this.#origin)
    if (url.origin !== this.#origin) throw new Error(`left ${this.#origin} for ${url.origin}`)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(url, {
      method,
      dispatcher: this.#agent,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    return { status: response.statusCode, headers: response.headers, text: await response.body.text(), url }
  }

  /** As {@link request}, but follows redirects. Sends only `accept` again. */
  async visit(path: string, options: BrowserRequest = {}): Promise<BrowserResponse> {
    let response = await this.request(path, options)
    for (let hops = 0; [301, 302, 303, 307].includes(response.status) && hops < 10; hops++) {
      const { accept } = options.headers ?? {}
      const target = new URL(response.headers.location ?? '', response.url).href
      response = await this.request(target, accept === undefined ? {} : { headers: { accept } })
    }
    return response
  }

  /** Signs in through the form of the embedded provider and follows all redirects. */
  async signIn({ email = 'ama@example.org', firstName = 'Ama', lastName = 'Mensah', returnTo = '/readyz' } = {}) {
    const page = await this.visit(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
    return this.visit(page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, firstName, lastName }).toString(),
    })
  }

  close() {
    return this.#agent.destroy()
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const isOver = attributes.some((text) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(text))
    if (isOver) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }
}
