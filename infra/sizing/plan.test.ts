import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planFor, planTable } from './plan.ts'

const page = readFileSync(new URL('../../docs/sizing.md', import.meta.url), 'utf8')
// Formatters may widen the columns.
const plain = (table: string) => table.replace(/ +/g, ' ').replace(/-+/g, '-')

describe('the sizing page', () => {
  it('holds what follows from the measured figures', () => {
    expect(plain(page)).toContain(plain(planTable()))
  })

  it('asks a hundred times as much for a hundred times as many people', () => {
    const [few, many] = [planFor(10_000), planFor(1_000_000)]
    expect(many.heartbeats / few.heartbeats).toBeCloseTo(100)
    expect(many.heartbeats).toBeCloseTo(many.atOnce / 15)
  })
})
