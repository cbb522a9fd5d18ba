import { FinishSignIn, GetUser, SignIn, SignOut } from '@griot/contracts/user'
import type { Context } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import type { CountRequest } from '../limits.ts'
import type { createAnswerUser } from './answer-user.ts'
import type { createSayTrouble } from './say-trouble.ts'
import type { Session } from './sessions.ts'
import type { createSignIn } from './sign-in.ts'

interface Options {
  signIn: ReturnType<typeof createSignIn>
  sayTrouble: ReturnType<typeof createSayTrouble>
  user: ReturnType<typeof createAnswerUser>
  findSession(context: Context): Promise<Session | null>
  count: CountRequest
}

type Call = (context: Context) => Promise<void>

/** Signing in and out, and who is there, by their paths. */
export const createUserCalls = ({ signIn, sayTrouble, user, findSession, count }: Options): Record<string, Call> => ({
  [SignIn.path]: get(
    sayTrouble(async (context) => {
      await count(context, 'sign-in')
      await signIn.begin(context)
    }),
  ),
  [FinishSignIn.path]: get(
    sayTrouble(async (context) => {
      await count(context, 'sign-in')
      await signIn.finish(context)
    }),
  ),
  [SignOut.path]: get(signIn.signOut),
  [GetUser.path]: get(async (context) => {
    await findSession(context)
    await count(context, 'read')
    await user.answer(context)
  }),
})

/** Most of these do something, so asking only for their headers is no question they can answer. */
const get =
  (call: Call): Call =>
  async (context) => {
    if (context.method !== 'GET') throw methodNotAllowed(context, ['GET'])
    await call(context)
  }
