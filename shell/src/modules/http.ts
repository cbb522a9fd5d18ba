import { call, callForPage } from '@griot/contracts/client'
import type { HttpApi } from '@griot/shell-sdk/contract'

export interface Asking {
  module: string
  version: string
  /** Aborts when the module is done with. */
  signal: AbortSignal
  /** An answer of these is told, whatever the module makes of it: a fault of the product, or that the version is too old. */
  notice(status: number): void
}

const TOO_OLD = 426

/** The product's API in the name of one module; see `HttpApi` for what ends with it. */
export const createHttp = ({ module, version, signal, notice }: Asking): HttpApi => {
  const headers = { 'x-mfe': `${module}@${version}` }

  const ask: HttpApi['fetch'] = async (address, { method = 'GET', ...init } = {}) => {
    // A read that others wait for as well brings a signal of its own, and must not end with one of them.
    if (!init.signal) signal.throwIfAborted()
    const until = init.signal ?? (method === 'GET' ? signal : null)
    const named = new Headers(init.headers)
    // The last version that asked for what all share may be gone: then it is in nobody's name.
    if (!signal.aborted) named.set('x-mfe', headers['x-mfe'])
    const response = await fetch(address, { ...init, method, signal: until, headers: named })
    const { status } = response
    if ((status >= 500 || status === TOO_OLD) && !signal.aborted) notice(status)
    return response
  }

  return {
    call: (endpoint, input, options) => call(endpoint, input, { ...options, ask }),
    callForPage: (endpoint, input, options) => callForPage(endpoint, input, { ...options, ask }),
    fetch: ask,
    headers,
  }
}
