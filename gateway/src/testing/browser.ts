import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'undici'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Where the last redirect led. */
  url: URL
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Someone with a cookie jar, as a browser keeps one for each host. Sends what it is told, and nothing about itself. */
export class Browser {
  readonly #origin: string
  readonly #agent = new Agent()
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
    const url = new URL(path, this.#origin)
    if (url.origin !== this.#origin) throw new Error(`left ${this.#origin} for ${url.origin}`)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(url, {
      method,
      dispatcher: this.#agent,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text(), url }
  }

  /** As {@link ask}, and goes where it is sent. */
  async visit(path: string, ask: Ask = {}): Promise<Answer> {
    let answer = await this.ask(path, ask)
    for (let hops = 0; [301, 302, 303, 307].includes(answer.status) && hops < 10; hops++) {
      answer = await this.ask(new URL(answer.headers.location ?? '', answer.url).href)
    }
    return answer
  }

  /** The whole way in: to the provider's page, through its form, and to wherever that ends. */
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
