import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/http/errors'
import { type Context, seeOther } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { readBody } from '../http/read-body.ts'
import { createSignInPage } from '../pages/sign-in-page.ts'
import type { Shared } from '../shared.ts'
import { readPerson } from './people.ts'
import type { OpenProvider } from './provider.ts'

const INTERACTION = /^\/idp\/interaction\/[\w-]+$/

/** The sign-in form of the provider. Returns false for any other address. */
export const createInteraction = (
  { provider, remember }: OpenProvider,
  { config, sendPage }: Pick<Shared, 'config' | 'sendPage'>,
) => {
  const { sendForm, sendExpired } = createSignInPage(config.PRODUCT_NAME, sendPage)

  const isCurrent = async ({ req, res, path }: Context) => {
    const interaction = await provider.interactionDetails(req, res).catch(() => undefined)
    return interaction !== undefined && path.endsWith(`/${interaction.uid}`)
  }

  const submitForm = async (context: Context) => {
    const input = readPerson(await readForm(context.req))
    if ('form' in input) return sendForm(context, 400, input.form)
    const login = { accountId: remember(input.person), remember: false }
    seeOther(context, await provider.interactionResult(context.req, context.res, { login }))
  }

  return async (context: Context): Promise<boolean> => {
    if (!INTERACTION.test(context.path)) return false
    requireMethod(context, 'GET', 'HEAD', 'POST')
    if (!(await isCurrent(context))) sendExpired(context)
    else if (context.method === 'POST') await submitForm(context)
    else sendForm(context, 200, { values: {}, errors: {} })
    return true
  }
}

const readForm = async (request: IncomingMessage) => {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw new AppError(415, 'body.unsupported_type', 'Please send the form.')
  }
  return new URLSearchParams((await readBody(request))?.toString('utf8'))
}
