import { ApiError } from '@griot/contracts/errors'
import type { ShellApiV1, Toast } from './contract.ts'

/** Whether the session has ended. */
export const isSessionEnded = (error: unknown) => error instanceof ApiError && error.status === 401

/** The toast for an action of a user who is not signed in. Its button opens the sign-in page, which returns to this page. */
export const loginRequired = (description: string, signIn: ShellApiV1['session']['signIn']): Toast => ({
  title: 'Login Required',
  description,
  tone: 'destructive',
  action: { label: 'Sign In', onSelect: signIn },
})

export const LOG_IN_TO_TIP = 'Please log in to tip creators'
export const LOG_IN_TO_SAVE = 'Please log in to save favorites'
