import { describe, expect, it } from 'vitest'
import { revisionsBetween, versionsBetween } from './steps.ts'

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const BY = 'a team (0a1b2c3d)'

describe('what a bisection goes through', () => {
  const shownIn = (rev: number, shown: Record<string, string>, module: string | null = 'charts') => ({
    rev,
    at: at(rev),
    change: { by: BY, action: 'promote' as const, module, from: 'v1', to: 'v2' },
    shown,
  })

  describe('of a module', () => {
    const version = (name: string, hour: number | null, misfit: string | null = null) => ({
      version: name,
      deployed: hour === null ? null : { by: BY, at: at(hour) },
      misfit,
    })
    const known = [
      version('v4', 9),
      version('v3', 5, 'shell s brings SDK 1.0.0, and ^2.0.0 is needed.'),
      version('v2', 3),
    ]
    const first = version('v1', null)

    it('is every version in the order in which it was deployed', () => {
      const row = versionsBetween('charts', known, [], { good: 'v2', bad: 'v4' })

      expect(row.map(({ name, misfit }) => [name, misfit])).toEqual([
        ['charts v2', null],
        ['charts v3', 'shell s brings SDK 1.0.0, and ^2.0.0 is needed.'],
        ['charts v4', null],
      ])
      expect(row[1]?.diff(row[0])).toBe('mfe diff charts v2 v3')
      expect(row[0].about).toBe(`deployed by ${BY}, ${at(3)}`)
    })

    it('knows from the journal when a version came that nobody deployed', () => {
      const past = [shownIn(2, { charts: 'v1' }), shownIn(1, { charts: 'v1' })]
      const row = versionsBetween('charts', [...known, first], past, { good: 'v1', bad: 'v4' })

      expect(row.map(({ name }) => name)).toEqual(['charts v1', 'charts v2', 'charts v3', 'charts v4'])
      expect(row[0].about).toBe(`came with the product, ${at(1)}`)
    })

    it('is refused for versions that are gone, and for a good one that came later', () => {
      expect(() => versionsBetween('charts', known, [], { good: 'v0', bad: 'v4' })).toThrow('v0 is not there')
      expect(() => versionsBetween('charts', known, [], { good: 'v4', bad: 'v2' })).toThrow('v4 came after v2')
    })
  })

  describe('of an environment', () => {
    const past = [
      shownIn(6, { charts: 'v2', shell: 's2' }, 'shell'),
      shownIn(5, { charts: 'v2', shell: 's1' }, null),
      shownIn(4, { charts: 'v2', shell: 's1' }),
      shownIn(3, { charts: 'v1', shell: 's1' }, null),
      shownIn(2, { charts: 'v1', shell: 's1' }),
      shownIn(1, { shell: 's1' }),
    ]

    it('is every change of which people could see something', () => {
      const { row, besides } = revisionsBetween(past, { good: 2, bad: 6 })

      expect(row.map(({ name }) => name)).toEqual(['revision 2', 'revision 4', 'revision 6'])
      expect(row[1]?.diff(row[0])).toBe('mfe diff charts v1 v2')
      expect(besides).toEqual([])
    })

    it('names what else was done, which no link takes back for one person', () => {
      const flag = { by: BY, action: 'flag' as const, module: 'charts', flag: 'new-axis', from: null, to: null }
      const { row, besides } = revisionsBetween(
        past.map((one) => (one.rev === 3 ? { ...one, change: { ...flag, percent: 100 } } : one)),
        { good: 2, bad: 6 },
      )

      expect(row.map(({ name }) => name)).not.toContain('revision 3')
      expect(besides).toEqual([expect.stringMatching(/^revision 3 .* flag charts new-axis .*by a team/)])
    })

    it('is refused when there is none between, and for a revision that never was', () => {
      expect(() => revisionsBetween(past, { good: 4, bad: 5 })).toThrow('Everyone sees at revision 5')
      expect(() => revisionsBetween(past, { good: 2, bad: 9 })).toThrow('There is no revision 9')
    })
  })
})
