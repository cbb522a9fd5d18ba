import { versionNamedIn } from '@griot/contracts/module-address'
import { z } from 'zod'
import type { Middleware } from '../http/context.ts'
import { parseJson, readBody } from '../http/read-body.ts'
import type { Shared } from '../shared.ts'

const PATH = '/mfe/v1/policy-reports'
const MAX_BYTES = 16 * 1024
const MAX_REPORTS = 10

/** The header that names the endpoint of the policy's `report-to` group. */
export const REPORTING_ENDPOINTS = `mfe="${PATH}"`

const Report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    effectiveDirective: z.string().max(60),
    blockedURL: z.string().optional(),
    sourceFile: z.string().nullish(),
  }),
})

/** The violations in a report. Paths are dropped, because they can identify the pages of a user. */
export const violationsIn = (body: string) => {
  const reports = z.array(z.unknown()).safeParse(parseJson(body)).data ?? []
  return reports.slice(0, MAX_REPORTS).flatMap((report) => {
    const parsed = Report.safeParse(report)
    if (!parsed.success) return []
    const { effectiveDirective, blockedURL = '', sourceFile } = parsed.data.body
    // None for the shell and browser extensions.
    const source = versionNamedIn(sourceFile ?? '')
    const by = source ? { by: `${source.module}@${source.version}` } : {}
    return [{ directive: effectiveDirective, blocked: originOf(blockedURL), ...by }]
  })
}

/** Logs violations of the page's content security policy that browsers report. */
export const createCspReports =
  ({ log, count }: Shared): Middleware =>
  async (context, next) => {
    if (context.path !== PATH || context.method !== 'POST') return next()
    await count(context, 'read')
    const bytes = await readBody(context.req, MAX_BYTES)
    for (const violation of violationsIn(bytes?.toString() ?? '')) {
      log.warn({ ...violation, requestId: context.state.requestId }, 'content security policy violated')
    }
    context.status = 204
    context.set('cache-control', 'no-store')
  }

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url.slice(0, 40))
