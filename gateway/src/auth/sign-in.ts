import type { Db } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { Context } from '../http/context.ts'
import { isOwnNavigation } from '../http/fetch-metadata.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import type { Issuer, SignInAnswer } from './issuer.ts'
import { MadeUpAnswer } from './made-up.ts'
import { profileOf, type RoleRules } from './profile.ts'
import { safeReturnTo } from './return-to.ts'
import { hashOf, isSecret, newSecret } from './secrets.ts'
import { SESSION_DAYS, type Sessions } from './sessions.ts'
import { deleteLateSignIns, insertSignIn, SIGN_IN_SECONDS, saveAccount, takeSignIn } from './sign-ins.queries.ts'

export interface SignInOptions {
  db: Db
  issuer: Issuer
  roles: RoleRules
  sessions: Sessions
  log: Log
  onSignedIn(context: Context, userId: string): void
}

/** The three addresses that a browser is sent to on its way in and out. */
export const createSignIn = ({ db, issuer, roles, sessions, log, onSignedIn }: SignInOptions) => {
  /** `GET /api/login?returnTo=/path`: begins a sign-in and sends the browser to the issuer. */
  const begin = async (context: Context) => {
    const { origin } = context.state
    if (!isOwnNavigation(context.req.headers)) return seeOther(context, '/')
    const returnTo = safeReturnTo(context.query.returnTo, origin)
    if ((await sessions.find(readCookie(context.req, origin, 'griot_session'))) !== null) {
      return seeOther(context, returnTo)
    }

    const state = newSecret()
    const signIn = { nonce: newSecret(), codeVerifier: newSecret(), origin, returnTo }
    const address = await issuer.addressFor({ ...signIn, state }).catch((error: unknown) => {
      throw new AppError(
        503,
        'sign_in.unavailable',
        'Signing in does not work right now. Please try again in a moment.',
        {
          retryAfter: 5,
          cause: error,
        },
      )
    })
    // Several tabs may sign in at once: they share what ties them to this browser.
    const known = readCookie(context.req, origin, 'griot_login')
    const browser = isSecret(known) ? known : newSecret()
    await insertSignIn(db, hashOf(state), hashOf(browser), signIn)
    setCookie(context.res, origin, 'griot_login', browser, SIGN_IN_SECONDS)
    seeOther(context, address.href)
  }

  /** `GET /api/callback`: the browser is back from the issuer. Makes a new session and lets the earlier one die. */
  const finish = async (context: Context) => {
    const { origin } = context.state
    const address = new URL(context.req.url ?? '', origin)
    const state = address.searchParams.get('state') ?? undefined
    const browser = readCookie(context.req, origin, 'griot_login')
    if (!isSecret(state) || !isSecret(browser)) throw signInOver()
    const signIn = await takeSignIn(db, hashOf(state), hashOf(browser))
    if (signIn === undefined || signIn.origin !== origin) throw signInOver()

    const { issuer: name, claims } = await askIssuer({
      address,
      expectedState: state,
      expectedNonce: signIn.nonce,
      codeVerifier: signIn.codeVerifier,
    })
    const profile = profileOf(name, claims, issuer.provesEmail(claims), roles)
    const userId = await saveAccount(db, profile)
    // Never the id from before: whoever planted that one in the browser would be signed in as well.
    await sessions.end(readCookie(context.req, origin, 'griot_session'))
    setCookie(context.res, origin, 'griot_session', await sessions.open(userId), SESSION_DAYS * 86_400)
    onSignedIn(context, userId)
    log.info({ userId, requestId: context.state.requestId }, 'signed in')
    seeOther(context, signIn.returnTo)
  }

  const askIssuer = (answer: SignInAnswer) =>
    issuer.claimsFor(answer).catch((error: unknown) => {
      // An issuer that is set up wrongly may say no more than that it does not know a code.
      if (error instanceof MadeUpAnswer) log.warn({ err: error }, 'sign-in refused')
      // The issuer's own refusal ("access_denied") comes in the address; everything else went wrong between us and it.
      if (error instanceof MadeUpAnswer || answer.address.searchParams.has('error')) {
        throw new AppError(400, 'sign_in.refused', 'You were not signed in. Please try again.', { cause: error })
      }
      throw new AppError(502, 'sign_in.failed', 'Signing in did not work. Please try again.', { cause: error })
    })

  /** `GET /api/logout`: ends the session on the server. A foreign page or an image cannot do it. */
  const signOut = async (context: Context) => {
    const { origin } = context.state
    if (isOwnNavigation(context.req.headers)) {
      await sessions.end(readCookie(context.req, origin, 'griot_session'))
      clearCookie(context.res, origin, 'griot_session')
    }
    seeOther(context, '/')
  }

  const sweep = async () => {
    await deleteLateSignIns(db)
    await sessions.sweep()
  }

  return { begin, finish, signOut, sweep }
}

const signInOver = () =>
  new AppError(400, 'sign_in.over', 'This sign-in took too long, was already used, or began in another browser.')

const seeOther = (context: Context, target: string) => {
  context.status = 303
  context.set('location', target)
  context.set('cache-control', 'no-store')
  context.body = ''
}
