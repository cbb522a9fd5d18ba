import { asAppError } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { Context } from '../http/context.ts'
import { createSendPage, escapeHtml } from '../pages/frame.ts'

/** A step of a sign-in that fails is in front of a person: they get a page and a way on, programs get JSON. */
export const createSayTrouble = (productName: string, log: Log) => {
  const sendPage = createSendPage(productName)

  return (step: (context: Context) => Promise<void>) => async (context: Context) => {
    try {
      await step(context)
    } catch (thrown) {
      if (!context.get('accept').includes('text/html')) throw thrown
      const { status, message, retryAfter } = asAppError(thrown)
      const { requestId } = context.state
      if (status >= 500) log.error({ err: thrown, requestId }, 'sign-in failed')
      if (retryAfter !== undefined) context.set('retry-after', String(retryAfter))
      sendPage(
        context,
        status,
        'Sign in',
        `<h1>Not this time.</h1>
<p>${escapeHtml(message)}</p>
<a class="button" href="/api/login">Sign in again</a>
<p class="note"><a href="/">Back to the start page</a></p>`,
      )
    }
  }
}
