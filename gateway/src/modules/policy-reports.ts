import { versionNamedIn } from '@griot/contracts/module-address'
import type { Log } from '@griot/service-kit/log'
import { z } from 'zod'
import type { Context, Middleware } from '../http/context.ts'
import type { CountRequest } from '../limits.ts'
import { readBody } from '../read-body.ts'

const PLACE = '/mfe/v1/policy-reports'
const MOST_BYTES = 16 * 1024
const MOST_REPORTS = 10

/** Where browsers send what the page's policy refused; its policy names the group. */
export const REPORTING_ENDPOINTS = `mfe="${PLACE}"`

const Report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    effectiveDirective: z.string().max(60),
    blockedURL: z.string().optional(),
    sourceFile: z.string().nullish(),
  }),
})

interface Refusal {
  directive: string
  blocked: string
  /** Whose file asked for it, as `module@version`; absent for the shell and for what people have installed. */
  by?: string
}

/** What was refused, without addresses in full: they may say what a person looked at. */
export const refusalsIn = (body: string): Refusal[] => {
  const reports = z.array(z.unknown()).safeParse(jsonIn(body)).data ?? []
  return reports.slice(0, MOST_REPORTS).flatMap((report) => {
    const read = Report.safeParse(report)
    if (!read.success) return []
    const { effectiveDirective, blockedURL = '', sourceFile } = read.data.body
    const named = versionNamedIn(sourceFile ?? '')
    const by = named ? { by: `${named.module}@${named.version}` } : {}
    return [{ directive: effectiveDirective, blocked: originOf(blockedURL), ...by }]
  })
}

/** Writes down what the page's policy refused, with the module whose file asked for it. */
export const createPolicyReports =
  ({ log, count }: { log: Log; count: CountRequest }): Middleware =>
  async (context: Context, next) => {
    if (context.path !== PLACE || context.method !== 'POST') return next()
    await count(context, 'read')
    const bytes = await readBody(context.req, MOST_BYTES)
    for (const refusal of refusalsIn(bytes?.toString() ?? '')) {
      log.warn({ ...refusal, requestId: context.state.requestId }, 'page policy refused something')
    }
    context.status = 204
    context.set('cache-control', 'no-store')
  }

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url.slice(0, 40))

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
