import { whatIsSet } from '@griot/service-kit/config'
import { checkDatabase } from './check-database.ts'
import { checkDoor } from './check-door.ts'
import { checkKeys } from './check-keys.ts'
import { checkMachine } from './check-machine.ts'
import { checkObjects } from './check-objects.ts'
import { checkQueue } from './check-queue.ts'
import { checkSignIn } from './check-sign-in.ts'
import { because, type Check, type Env, type Finding } from './finding.ts'

const CHECKS: Record<string, Check> = {
  machine: checkMachine,
  'public door': checkDoor,
  'sign-in': checkSignIn,
  keys: checkKeys,
  database: checkDatabase,
  queue: checkQueue,
  objects: checkObjects,
}

/** Looks at everything that this environment names. */
export const examine = async (env: Env): Promise<Finding[]> => {
  const given = whatIsSet(env)
  const found = await Promise.all(
    Object.entries(CHECKS).map(([about, check]) =>
      check(given).catch((error: unknown): Finding[] => [{ level: 'wrong', about, says: `${because(error)}.` }]),
    ),
  )
  return found.flat()
}

const MARKS = { good: ' ok  ', odd: 'look ', wrong: 'WRONG' }

/** The findings as lines, the worst last, where the eye is. */
export const inWords = (findings: readonly Finding[]): string => {
  const order = ['good', 'odd', 'wrong'] as const
  const sorted = order.flatMap((level) => findings.filter((finding) => finding.level === level))
  return sorted.map(({ level, about, says }) => `${MARKS[level]}  ${about}: ${says}`).join('\n')
}
