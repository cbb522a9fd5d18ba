import * as anyone from '@griot/contracts/client'
import type { HttpApi, ShellApiV1 } from './contract.ts'

// Every build has a copy of this file, so what asks through it asks in the name of that build's module: `defineModule` has
// seen to that. Where no shell is around, in a test, it is nobody in particular.

type Asker = Pick<ShellApiV1, 'http' | 'signal'>

let asker: Asker | undefined

/** From now on calls are made in this name. In a shell that holds its modules itself, it stays the shell's. */
export const askAs = (next: Asker) => {
  if (!asker || asker.signal.aborted) asker = next
}

/** Calls an endpoint in the module's name; throws `ApiError` for any answer that is not ok. */
export const call: HttpApi['call'] = (endpoint, input, options) =>
  (asker?.http ?? anyone).call(endpoint, input, options)

/** As {@link call}, with the cursor of the next page. */
export const callForPage: HttpApi['callForPage'] = (endpoint, input, options) =>
  (asker?.http ?? anyone).callForPage(endpoint, input, options)

/** The browser's `fetch` in the module's name: for forms, pictures and bytes. */
export const fetchApi: HttpApi['fetch'] = (address, init) =>
  asker ? asker.http.fetch(address, init) : fetch(address, init)

/** For requests that only another library can make. */
export const requestHeaders = (): Readonly<Record<string, string>> => asker?.http.headers ?? {}
