import { AppError } from '@griot/service-kit/http/errors'
import type { Session } from '../http/context.ts'

/** Actions of admins, tokens and the deletion of an account require a sign-in within this time. */
export const RECENT_HOURS = 12

/** Throws 403 if the last sign-in is too old for this action. The page then offers to sign in again. */
export const requireRecentSignIn = ({ isRecent }: Session) => {
  if (isRecent) return
  throw new AppError(
    403,
    'sign_in.too_old',
    `This needs a sign-in within the last ${RECENT_HOURS} hours. Please sign in again.`,
  )
}
