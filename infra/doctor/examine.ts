import { definedVariables } from '@griot/service-kit/config'
import { checkDatabase } from './check-database.ts'
import { checkKeys } from './check-keys.ts'
import { checkMachine } from './check-machine.ts'
import { checkObjects } from './check-objects.ts'
import { checkPublicAccess } from './check-public-access.ts'
import { checkQueue } from './check-queue.ts'
import { checkSignIn } from './check-sign-in.ts'
import { type Env, type Finding, runCheck } from './finding.ts'

const CHECKS = {
  machine: checkMachine,
  'public access': checkPublicAccess,
  'sign-in': checkSignIn,
  keys: checkKeys,
  database: checkDatabase,
  queue: checkQueue,
  objects: checkObjects,
}

/** Runs all checks for this environment. */
export const examine = async (env: Env): Promise<Finding[]> => {
  const given = definedVariables(env)
  const found = await Promise.all(Object.entries(CHECKS).map(([about, check]) => runCheck(about, check, given)))
  return found.flat()
}

const MARKS = { ok: ' ok  ', warning: 'warn ', error: 'ERROR' }

/** One line per finding, errors last, next to the prompt. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const order = ['ok', 'warning', 'error'] as const
  const sorted = order.flatMap((level) => findings.filter((finding) => finding.level === level))
  return sorted.map(({ level, about, message }) => `${MARKS[level]}  ${about}: ${message}`).join('\n')
}
