import * as client from '@griot/contracts/client'
import type { HttpApi, ShellApiV1 } from './contract.ts'

// Every build has its own copy of this file, so its calls can name the module of that build. In tests without a shell, the
// calls have no name.

type Source = Pick<ShellApiV1, 'http' | 'signal'>

let source: Source | undefined

/** Makes the calls below through the shell's API. A shell that bundles its modules keeps its own until its signal aborts. */
export const setHttp = (next: Source) => {
  if (!source || source.signal.aborted) source = next
}

/** Calls an endpoint; throws `ApiError` for an error response. */
export const call: HttpApi['call'] = (endpoint, input, options) =>
  (source?.http ?? client).call(endpoint, input, options)

/** As {@link call}, with the cursor of the next page. */
export const callForPage: HttpApi['callForPage'] = (endpoint, input, options) =>
  (source?.http ?? client).callForPage(endpoint, input, options)

/** The browser's `fetch`, for forms, images and bytes. */
export const fetchApi: HttpApi['fetch'] = (address, init) =>
  source ? source.http.fetch(address, init) : fetch(address, init)

/** For requests of other libraries. */
export const requestHeaders = (): Readonly<Record<string, string>> => source?.http.headers ?? {}
