import { describe, expect, it } from 'vitest'
import { revisionsBetween, versionsBetween } from './steps.ts'

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const BY = 'charts team (0a1b2c3d)'

describe('the steps of a bisection', () => {
  const shownIn = (rev: number, shown: Record<string, string>, module: string | null = 'charts') => ({
    rev,
    at: at(rev),
    change: { by: BY, action: 'promote' as const, module, from: 'v1', to: 'v2' },
    shown,
  })

  describe('versionsBetween', () => {
    const version = (name: string, hour: number | null, misfit: string | null = null) => ({
      version: name,
      deployed: hour === null ? null : { by: BY, at: at(hour) },
      misfit,
      source: null,
    })
    const known = [
      version('v4', 9),
      version('v3', 5, 'shell s provides SDK 1.0.0, but the module requires ^2.0.0.'),
      version('v2', 3),
    ]
    const first = version('v1', null)

    it('returns the versions in the order of their deployment', () => {
      const row = versionsBetween('charts', known, [], { good: 'v2', bad: 'v4' })

      expect(row.map(({ name, misfit }) => [name, misfit])).toEqual([
        ['charts v2', null],
        ['charts v3', 'shell s provides SDK 1.0.0, but the module requires ^2.0.0.'],
        ['charts v4', null],
      ])
      expect(row[1]?.diff(row[0])).toBe('mfe diff charts v2 v3')
      expect(row[0].about).toBe(`deployed by ${BY}, ${at(3)}`)
    })

    it('dates a version without deployment by its first revision', () => {
      const past = [shownIn(2, { charts: 'v1' }), shownIn(1, { charts: 'v1' })]
      const row = versionsBetween('charts', [...known, first], past, { good: 'v1', bad: 'v4' })

      expect(row.map(({ name }) => name)).toEqual(['charts v1', 'charts v2', 'charts v3', 'charts v4'])
      expect(row[0].about).toBe(`came with the product, ${at(1)}`)
    })

    it('refuses unknown versions and a good version that is newer', () => {
      expect(() => versionsBetween('charts', known, [], { good: 'v0', bad: 'v4' })).toThrow('v0 does not exist')
      expect(() => versionsBetween('charts', known, [], { good: 'v4', bad: 'v2' })).toThrow(
        'v4 must be older than the bad one v2',
      )
    })
  })

  describe('revisionsBetween', () => {
    const past = [
      shownIn(6, { charts: 'v2', shell: 's2' }, 'shell'),
      shownIn(5, { charts: 'v2', shell: 's1' }, null),
      shownIn(4, { charts: 'v2', shell: 's1' }),
      shownIn(3, { charts: 'v1', shell: 's1' }, null),
      shownIn(2, { charts: 'v1', shell: 's1' }),
      shownIn(1, { shell: 's1' }),
    ]

    it('returns the revisions that changed versions for all users', () => {
      const { row, untested } = revisionsBetween(past, { good: 2, bad: 6 })

      expect(row.map(({ name }) => name)).toEqual(['revision 2', 'revision 4', 'revision 6'])
      expect(row[1]?.diff(row[0])).toBe('mfe diff charts v1 v2')
      expect(untested).toEqual([])
    })

    it('lists changes that a link cannot undo', () => {
      const flag = { by: BY, action: 'flag' as const, module: 'charts', flag: 'new-axis', from: null, to: null }
      const { row, untested } = revisionsBetween(
        past.map((one) => (one.rev === 3 ? { ...one, change: { ...flag, percent: 100 } } : one)),
        { good: 2, bad: 6 },
      )

      expect(row.map(({ name }) => name)).not.toContain('revision 3')
      expect(untested).toEqual([expect.stringMatching(/^revision 3 .* flag charts new-axis .*by charts team/)])
    })

    it('refuses equal and unknown revisions', () => {
      expect(() => revisionsBetween(past, { good: 4, bad: 5 })).toThrow('have the same versions for all users')
      expect(() => revisionsBetween(past, { good: 2, bad: 9 })).toThrow('There is no revision 9')
    })
  })
})
