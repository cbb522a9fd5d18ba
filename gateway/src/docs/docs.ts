import { GetDescription, ReadDescription } from '@griot/contracts/description'
import type { Context, Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'

type SendDocs = (context: Context, name: string) => Promise<void>

/** The description of the API, for programs and for people. Nothing of it is loaded before somebody asks. */
export const createDocs = (productName: string): Middleware => {
  let loading: Promise<SendDocs> | undefined
  const load = async () => (await import('./send-docs.ts')).createSendDocs(productName)

  return async (context, next) => {
    const name = nameOf(context.path)
    if (name === undefined) return next()
    if (context.method !== 'GET' && context.method !== 'HEAD') throw methodNotAllowed(context, ['GET', 'HEAD'])
    loading ??= load().catch((error: unknown) => {
      // The next one may find it.
      loading = undefined
      throw error
    })
    await (await loading)(context, name)
  }
}

const nameOf = (path: string) => {
  if (path === GetDescription.path) return 'openapi.json'
  if (path === ReadDescription.path) return 'page.html'
  return path.startsWith(`${ReadDescription.path}/`) ? path.slice(ReadDescription.path.length + 1) : undefined
}
