import { type CallInput, type Endpoint, pathFor, type ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'

export interface Person {
  email: string
  firstName: string
  lastName: string
}

const MOST_REDIRECTS = 10

/** A client of the gateway for tests and seed data: keeps cookies and signs in by the embedded identity provider. */
export class ApiClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The `Cookie` header. */
  get cookies() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends one request with cookies. Does not follow redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.cookies)
    const response = await fetch(new URL(path, this.#origin), { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    const { body, ...place } = input as { body?: unknown; params?: Record<string, unknown> }
    const response = await this.fetch(pathFor(endpoint, place), {
      method: endpoint.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, text)
    return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>
  }

  /** Loads audio as a player does: listening earns points only for audio that the gateway has sent. */
  async loadAudio(audioUrl: string | null): Promise<Buffer> {
    const response = await this.fetch(audioUrl ?? '')
    if (!response.ok) throw new ApiError(response.status, await response.text())
    return Buffer.from(await response.arrayBuffer())
  }

  async signIn(person: Person) {
    const page = await this.#follow(await this.fetch('/api/login'), '/api/login')
    const action = (await page.response.text()).match(/<form[^>]*action="([^"]+)"/)?.[1]
    const target = new URL(action ?? page.path, new URL(page.path, this.#origin)).href
    const submitted = await this.fetch(target, { method: 'POST', body: new URLSearchParams({ ...person }) })
    const { response } = await this.#follow(submitted, target)
    await response.body?.cancel()
    if (!response.ok) throw new ApiError(response.status, 'Signing in failed.')
  }

  async #follow(first: Response, from: string) {
    let response = first
    let path = from
    for (let hops = 0; response.status >= 300 && response.status < 400; hops += 1) {
      if (hops === MOST_REDIRECTS) throw new Error(`too many redirects from ${from}`)
      await response.body?.cancel()
      path = new URL(response.headers.get('location') ?? '/', new URL(path, this.#origin)).href
      response = await this.fetch(path)
    }
    return { response, path }
  }

  #keep(cookie: string) {
    const [pair = '', ...attributes] = cookie.split(';')
    const [name = '', ...value] = pair.split('=')
    const isExpired = attributes.some((text) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(text))
    if (isExpired) this.#cookies.delete(name)
    else this.#cookies.set(name, value.join('='))
  }
}
