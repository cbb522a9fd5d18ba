import { describe, expect, it } from 'vitest'
import { moduleDocument } from '../testing/built-module.ts'
import { checkStyles, findGlobalSelectors } from './styles.ts'

describe('C14', () => {
  it.each([
    ['body { margin: 0 }', ['body']],
    ['nav, .charts-nav { display: none }', ['nav']],
    ['* { all: unset }', ['*']],
    [':root { --g-text: red }', [':root']],
    ['.g-button { color: red }', ['.g-button']],
    ['.card { color: red }', ['.card']],
    ['@media print { main p { color: red } }', ['main p']],
    ['@layer x { header > a:hover { color: red } }', ['header > a:hover']],
    ['@scope (main) { p { color: red } }', ['p']],
    [':is(.charts-a, nav) { color: red }', [':is(.charts-a, nav)']],
    ['body:not(.charts-a) { color: red }', ['body:not(.charts-a)']],
    ['main:has(.charts-a) { color: red }', ['main:has(.charts-a)']],
    ['.chartsy { color: red }', ['.chartsy']],
  ])('finds the global selectors of %s', (css, found) => {
    expect(findGlobalSelectors(css, 'charts')).toEqual(found)
  })

  it.each([
    '.charts\\:p-4 { padding: 1rem }',
    '.charts-axis_x1 > p + svg { color: red }',
    '@scope ([data-mfe="charts"]) { body, nav, * { all: unset } }',
    '@scope ([data-mfe=charts]) to (.charts-slot) { p { color: red } }',
    '.charts-list { & > li, p { color: red } }',
    '[data-v-7ba5bd90] p { color: red }',
    '.axis.svelte-1x2y3z { color: red }',
    '@keyframes charts-turn { from { opacity: 0 } 50% { opacity: 1 } }',
    '@layer theme { :root, :host { --charts-spacing: 4px } }',
    '*, ::before { --tw-shadow: 0 0 #0000 }',
  ])('accepts %s', (css) => {
    expect(findGlobalSelectors(css, 'charts')).toEqual([])
  })

  it('names the file and the selectors', async () => {
    const module = moduleDocument('rewards', 1)
    const files = { 'a.css': { sri: 'sha384-', bytes: 1, gz: 1, type: 'css' as const } }
    const check = (css: string) => checkStyles({ ...module, files }, { read: async () => Buffer.from(css) })

    expect(await check('body, nav { color: red }')).toEqual({
      id: 'C14',
      outcome: 'refuse',
      says: 'a.css styles elements of the whole page: body, nav. Put these rules into @scope ([data-mfe="rewards"]), or use classes that begin with rewards-.',
    })
    expect(await check('p { color')).toMatchObject({ outcome: 'refuse', says: 'a.css is no valid style sheet.' })
    expect(await check('.rewards-a { color: red }')).toMatchObject({ outcome: 'ok' })
  })
})
