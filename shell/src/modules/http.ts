import { call, callForPage } from '@griot/contracts/client'
import type { HttpApi } from '@griot/shell-sdk/contract'
import { natives } from '../natives.ts'

interface Options {
  module: string
  version: string
  /** Aborts when the instance is disposed. */
  signal: AbortSignal
  /** Receives status 5xx (a fault of the product) and 426 (the version is blocked), whatever the module does with it. */
  notice(status: number): void
}

const UPGRADE_REQUIRED = 426

/** Sends requests that name the module and its version. See `HttpApi` for the requests that end with the module. */
export const createHttp = ({ module, version, signal, notice }: Options): HttpApi => {
  const headers = { 'x-mfe': `${module}@${version}` }

  const send: HttpApi['fetch'] = async (address, { method = 'GET', ...init } = {}) => {
    // A shared read has a signal of its own and must not end with one module.
    if (!init.signal) signal.throwIfAborted()
    const abortSignal = init.signal ?? (method === 'GET' ? signal : null)
    const allHeaders = new Headers(init.headers)
    // A shared read can be repeated after the module that started it was disposed.
    if (!signal.aborted) allHeaders.set('x-mfe', headers['x-mfe'])
    const { fetch } = natives()
    const response = await fetch(address, { ...init, method, signal: abortSignal, headers: allHeaders })
    const { status } = response
    if ((status >= 500 || status === UPGRADE_REQUIRED) && !signal.aborted) notice(status)
    return response
  }

  return {
    call: (endpoint, input, options) => call(endpoint, input, { ...options, ask: send }),
    callForPage: (endpoint, input, options) => callForPage(endpoint, input, { ...options, ask: send }),
    fetch: send,
    headers,
  }
}
