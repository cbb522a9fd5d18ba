import { describe, expect, it } from 'vitest'
import callsOnly from '../client/calls-only.mjs'

const MARK = '/* @__PURE__ */'

describe('callsOnly', () => {
  it.each([
    `export const Show = z.object({ title: z.string() })`,
    `export const ShowEdit = Show.partial().extend({\n  title: optional(Title),\n})`,
    `const Title: z.ZodType<string> = requiredText(200, 'Title is required')`,
    `export const NAMES = Object.keys(GROUPS) as [string, ...string[]]`,
    `const ROLES = [...new Set(Object.values(GROUPS).flat())]`,
    `export const LANGUAGES = (\n  'en fr ' +\n  'tw'\n).split(' ')`,
    `export const GetShow = get('/api/show/:id', 'public', {\n  summary: 'Returns one show.',\n  response: Show,\n})`,
  ])('marks as pure %s', (statement) => {
    expect(callsOnly(`${statement}\n`)).toContain(MARK)
  })

  it.each([
    `export const GROUPS = { Cast: ['Host'] } as const`,
    `export const titleOf = (show: Show) => show.title.trim()`,
    `export const optional = <Schema extends z.ZodType>(schema: Schema) => schema`,
    `const isBlank = (value: unknown): value is string => String(value) === ''`,
  ])('leaves %s as it is', (statement) => {
    expect(callsOnly(`${statement}\n`)).toBe(`${statement}\n`)
  })

  it('removes the schemas and texts of an endpoint', () => {
    const endpoint = `export const GetShow = get('/api/show/:id', 'public', {\n  summary: 'Returns one show.',\n  response: Show,\n})\n`
    expect(callsOnly(endpoint)).not.toMatch(/Show,|Returns/)
  })
})
