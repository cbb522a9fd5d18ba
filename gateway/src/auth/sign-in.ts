import { FinishSignIn, SignIn, SignOut } from '@griot/contracts/user'
import { AppError, asAppError } from '@griot/service-kit/http/errors'
import { type Handler, type Handlers, seeOther } from '../http/context.ts'
import { readCookie, setCookie } from '../http/cookies.ts'
import { requireMethod } from '../http/errors.ts'
import { isOwnNavigation } from '../http/fetch-metadata.ts'
import { sendSignInErrorPage } from '../pages/error-page.ts'
import type { Shared } from '../shared.ts'
import { InvalidCallback, type Issuer, type SignInCallback } from './issuer.ts'
import { profileOf } from './profile.ts'
import { safeReturnTo } from './return-to.ts'
import { hashOf, isSecret, newSecret } from './secrets.ts'
import { deleteExpiredSignIns, insertSignIn, SIGN_IN_SECONDS, saveAccount, takeSignIn } from './sign-ins.queries.ts'

/** The addresses that a browser loads to sign in and out. */
export const createSignIn = (shared: Shared, issuer: Issuer) => {
  const { config, db, sessions, log, cookies } = shared

  /**
   * `GET /api/login?returnTo=/path`: starts a sign-in and sends the browser to the issuer. With `again=1` a user who is
   * signed in proves their identity again, unless they did so recently.
   */
  const begin: Handler = async (context) => {
    const { origin } = context.state
    if (!isOwnNavigation(context.req.headers)) return seeOther(context, '/')
    const returnTo = safeReturnTo(context.query.returnTo, origin)
    const session = await sessions.find(context)
    const isAgain = session !== null && !session.isRecent && context.query.again !== undefined
    if (session !== null && !isAgain) return seeOther(context, returnTo)

    const state = newSecret()
    const signIn = { nonce: newSecret(), codeVerifier: newSecret(), origin, returnTo, isAgain }
    const address = await issuer.addressFor({ ...signIn, state }).catch((error: unknown) => {
      throw new AppError(
        503,
        'sign_in.unavailable',
        'Signing in does not work right now. Please try again in a moment.',
        { retryAfter: 5, cause: error },
      )
    })
    // Sign-ins in several tabs share the cookie that binds them to this browser.
    const cookie = readCookie(context, 'griot_login')
    const browser = isSecret(cookie) ? cookie : newSecret()
    await insertSignIn(db, hashOf(state), hashOf(browser), signIn)
    setCookie(context, 'griot_login', browser, SIGN_IN_SECONDS)
    seeOther(context, address.href)
  }

  /** `GET /api/callback`: the browser returns from the issuer. Opens a new session and ends the previous one. */
  const finish: Handler = async (context) => {
    const { origin } = context.state
    const address = new URL(context.req.url ?? '', origin)
    const state = address.searchParams.get('state') ?? undefined
    const browser = readCookie(context, 'griot_login')
    if (!isSecret(state) || !isSecret(browser)) throw signInExpired()
    const signIn = await takeSignIn(db, hashOf(state), hashOf(browser))
    if (signIn === undefined || signIn.origin !== origin) throw signInExpired()

    const { nonce: expectedNonce, codeVerifier, isAgain } = signIn
    const callback = { address, expectedState: state, expectedNonce, codeVerifier, isAgain }
    const { issuer: name, claims, authenticatedAt } = await fetchClaims({ issuer, log }, callback)
    const account = await saveAccount(db, profileOf(name, claims, issuer.provesEmail(claims), config))
    const { id: userId, blockedReason } = account
    if (blockedReason !== null) throw blocked(blockedReason, config)
    await sessions.open(context, userId, authenticatedAt)
    cookies.setUserCohort(context, userId)
    log.info({ userId, requestId: context.state.requestId }, 'signed in')
    seeOther(context, signIn.returnTo)
  }

  /** `GET /api/logout`: ends the session. A request from a foreign page or an image is ignored. */
  const signOut: Handler = async (context) => {
    requireMethod(context, 'GET')
    if (isOwnNavigation(context.req.headers)) await sessions.end(context)
    seeOther(context, '/')
  }

  const signInStep = createSignInStep(shared)
  const routes: Handlers = {
    [SignIn.path]: signInStep(begin),
    [FinishSignIn.path]: signInStep(finish),
    [SignOut.path]: signOut,
  }

  return {
    routes,
    sweep: () => Promise.all([deleteExpiredSignIns(db), sessions.sweep()]),
  }
}

const fetchClaims = ({ issuer, log }: { issuer: Issuer; log: Shared['log'] }, callback: SignInCallback) =>
  issuer.claimsFor(callback).catch((error: unknown) => {
    // A misconfigured issuer may report nothing more than an unknown code, so this is logged as well.
    if (error instanceof InvalidCallback) log.warn({ err: error }, 'sign-in callback rejected')
    // An error in the address is the issuer's own refusal ("access_denied"). All others are failures of the connection or
    // the configuration.
    if (error instanceof InvalidCallback || callback.address.searchParams.has('error')) {
      throw new AppError(400, 'sign_in.refused', 'You were not signed in. Please try again.', { cause: error })
    }
    throw new AppError(502, 'sign_in.failed', 'Signing in did not work. Please try again.', { cause: error })
  })

/** A user sees this step fail in the browser and gets a page; a program gets JSON. */
const createSignInStep =
  ({ count, log, sendPage }: Pick<Shared, 'count' | 'log' | 'sendPage'>) =>
  (step: Handler): Handler =>
  async (context) => {
    requireMethod(context, 'GET')
    try {
      await count(context, 'sign-in')
      await step(context)
    } catch (thrown) {
      if (!context.get('accept').includes('text/html')) throw thrown
      const error = asAppError(thrown)
      if (error.status >= 500) log.error({ err: thrown, requestId: context.state.requestId }, 'sign-in failed')
      sendSignInErrorPage(sendPage, context, error)
    }
  }

const blocked = (reason: string, { CONTACT_EMAIL }: Shared['config']) => {
  const contact = CONTACT_EMAIL === undefined ? '' : `If you disagree, write to ${CONTACT_EMAIL}. `
  return new AppError(403, 'user.blocked', `You cannot sign in. ${contact}The reason for the block: ${reason}`)
}

const signInExpired = () =>
  new AppError(400, 'sign_in.over', 'This sign-in has expired, was already used, or was started in another browser.')
