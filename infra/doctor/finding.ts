import { reasonFor } from '../common/setup-error.ts'

/** `error`: does not work or is not safe. `warning`: works, but may not be intended. */
export interface Finding {
  level: 'ok' | 'warning' | 'error'
  /** The part of the deployment. */
  about: string
  /** The problem and its solution, in sentences. */
  message: string
}

export type Env = Readonly<Record<string, string | undefined>>

export type Report = Record<Finding['level'], (message: string) => void>

/** Reports the problems of one part. Returns the sentence that is printed if there are none. */
export type Check = (env: Env, report: Report) => Promise<string>

export const runCheck = async (about: string, check: Check, env: Env): Promise<Finding[]> => {
  const findings: Finding[] = []
  const add = (level: Finding['level']) => (message: string) => void findings.push({ level, about, message })
  const report = { ok: add('ok'), warning: add('warning'), error: add('error') }
  try {
    const message = await check(env, report)
    if (findings.length === 0) report.ok(message)
  } catch (failure) {
    report.error(`${reasonFor(failure)}.`)
  }
  return findings
}

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
