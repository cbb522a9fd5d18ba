import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/errors'
import type { Context } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { readBody } from '../read-body.ts'
import { readPerson } from './people.ts'
import type { OpenProvider } from './provider.ts'
import { createSignInPage } from './sign-in-page.ts'

const INTERACTION = /^\/idp\/interaction\/[\w-]+$/

/** Our page in the middle of a sign-in; answers false for the addresses that are the provider's own. */
export const createInteraction = ({ provider, remember }: OpenProvider, productName: string) => {
  const { ask, sayOver } = createSignInPage(productName)

  const answerForm = async (context: Context) => {
    const read = readPerson(await readForm(context.req))
    if ('form' in read) return ask(context, 400, read.form)
    const login = { accountId: remember(read.person), remember: false }
    const next = await provider.interactionResult(context.req, context.res, { login })
    context.status = 303
    context.set('location', next)
    context.body = ''
  }

  return async (context: Context): Promise<boolean> => {
    if (!INTERACTION.test(context.path)) return false
    else if (!['GET', 'HEAD', 'POST'].includes(context.method)) throw methodNotAllowed()
    else if (!(await isUnderWay(context))) sayOver(context)
    else if (context.method === 'POST') await answerForm(context)
    else ask(context, 200, { values: {}, errors: {} })
    return true
  }

  async function isUnderWay({ req, res, path }: Context) {
    const interaction = await provider.interactionDetails(req, res).catch(() => undefined)
    return interaction !== undefined && path.endsWith(`/${interaction.uid}`)
  }
}

const readForm = async (request: IncomingMessage) => {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw new AppError(415, 'body.unsupported_type', 'Please send the form.')
  }
  return new URLSearchParams((await readBody(request))?.toString('utf8'))
}
