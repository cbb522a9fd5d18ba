import { runInNewContext } from 'node:vm'
import { TraceMap } from '@jridgewell/trace-mapping'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { translateStack } from './stack.ts'

const ADDRESS = 'https://griot.example:8443/m/rewards/0.1.0-g00000001~2/a1b2.js'
const SOURCE = `
const fail = (points) => {
  if (points > 3) throw new Error('too many')
  return points
}
export const count = (all) => all.map((points) => fail(points))
`

describe('translateStack', () => {
  it('maps positions to the sources', async () => {
    const { text, translated } = await translateStack(await thrown(), async (address) =>
      address === ADDRESS ? new TraceMap((await built()).map) : null,
    )

    expect(translated).toBeGreaterThanOrEqual(2)
    expect(text).toMatch(/Error: too many\n.*mfe-rewards\/src\/count\.ts:3:\d+/)
    expect(text).toMatch(/mfe-rewards\/src\/count\.ts:6:\d+/)
    expect(text).not.toContain('griot.example')
  })

  it('reads the formats of all browsers', async () => {
    const { map } = await built()
    const first = /a1b2\.js:(\d+:\d+)/.exec(await thrown())?.[1]
    const lines = [
      `fail@${ADDRESS}:${first}`,
      `a1b2.js:${first}`,
      `/m/x/y/a1b2.js:${first}`,
      `    at ${ADDRESS}:${first}`,
    ]
    const { text, translated } = await translateStack(lines.join('\n'), async () => new TraceMap(map))

    expect(translated).toBe(4)
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^fail@mfe-rewards\/src\/count\.ts:3:\d+$/),
      expect.stringMatching(/^mfe-rewards\/src\/count\.ts:3:\d+$/),
      expect.stringMatching(/^mfe-rewards\/src\/count\.ts:3:\d+$/),
      expect.stringMatching(/^ {4}at mfe-rewards\/src\/count\.ts:3:\d+$/),
    ])
  })

  it('keeps positions without a map and reads each map once', async () => {
    const requested: string[] = []
    const given = await thrown()
    const { text, translated } = await translateStack(`${given}\nat x (/assets/b.js:1:2)`, async (address) => {
      requested.push(address)
      return null
    })

    expect({ text, translated }).toEqual({ text: `${given}\nat x (/assets/b.js:1:2)`, translated: 0 })
    expect(requested).toEqual([...new Set(requested)])
  })

  const built = () =>
    transform(SOURCE, {
      ...{ minify: true, sourcemap: true, format: 'iife', globalName: 'counting' },
      sourcefile: 'mfe-rewards/src/count.ts',
    })

  const thrown = async () => {
    const { code } = await built()
    const counting = runInNewContext(`${code.split('\n')[0]};counting`, {}, { filename: ADDRESS })
    try {
      counting.count([1, 4])
    } catch (error) {
      return (error as Error).stack ?? ''
    }
    throw new Error('It did not break.')
  }
})
