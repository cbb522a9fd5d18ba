import { describe, expect, it } from 'vitest'
import { moduleDocument } from '../testing/built-module.ts'
import { checkStyles, findGlobalStyles } from './styles.ts'

describe('C14', () => {
  it.each([
    ['body { margin: 0 }', ['body']],
    ['nav, .charts-nav { display: none }', ['nav']],
    ['* { all: unset }', ['*']],
    [':root { --g-text: red }', [':root']],
    ['.g-button { color: red }', ['.g-button']],
    ['.card { color: red }', ['.card']],
    ['@media print { main p { color: red } }', ['main p']],
    ['@layer x { header > a:hover { color: red } }', ['@layer x', 'header > a:hover']],
    ['@scope (main) { p { color: red } }', ['p']],
    [':is(.charts-a, nav) { color: red }', [':is(.charts-a, nav)']],
    ['body:not(.charts-a) { color: red }', ['body:not(.charts-a)']],
    ['main:has(.charts-a) { color: red }', ['main:has(.charts-a)']],
    ['.chartsy { color: red }', ['.chartsy']],
    ['.charts-x ~ nav { color: red }', ['.charts-x ~ nav']],
    ['.charts-x + main p { color: red }', ['.charts-x + main p']],
    [':is(.charts-x ~ nav) { color: red }', [':is(.charts-x ~ nav)']],
    ['html.charts nav { color: red }', ['html.charts nav']],
    ['body.charts-x { color: red }', ['body.charts-x']],
    [':root.charts-x nav { color: red }', [':root.charts-x nav']],
    ['.charts-x { & ~ nav { color: red } }', ['& ~ nav']],
    ['.charts-x { ~ nav { color: red } }', ['~ nav']],
    ['.charts-x { :root:has(&) nav { color: red } }', [':root:has(&) nav']],
    ['main { .charts-x { color: red } & > nav { color: red } }', ['main', '& > nav']],
    ['@keyframes turn { to { opacity: 0 } }', ['@keyframes turn']],
    ['@keyframes g-spin { to { opacity: 0 } }', ['@keyframes g-spin']],
    ['@font-face { font-family: "Inter"; src: url(a.woff2) }', ['@font-face']],
    ['@property --g-text { syntax: "*"; inherits: false }', ['@property --g-text']],
    ['@layer reset, utilities', ['@layer reset, utilities']],
    ['@layer mfe.rewards { .charts-x { color: red } }', ['@layer mfe.rewards']],
    ['@counter-style steps { system: cyclic; symbols: a }', ['@counter-style steps']],
    ['@page { margin: 0 }', ['@page']],
    ['@view-transition { navigation: auto }', ['@view-transition']],
    ['@import url(https://fonts.example/a.css)', ['@import url(https://fonts.example/a.css)']],
  ])('finds the global styles of %s', (css, found) => {
    expect(findGlobalStyles(css, 'charts')).toEqual(found)
  })

  it.each([
    '.charts\\:p-4 { padding: 1rem }',
    '.charts-axis_x1 > p + svg { color: red }',
    '@scope ([data-mfe="charts"]) { body, nav, * { all: unset } }',
    '@scope ([data-mfe=charts]) to (.charts-slot) { p { color: red } }',
    '.charts-list { & > li, p { color: red } }',
    '[data-v-7ba5bd90] p { color: red }',
    '.axis.svelte-1x2y3z { color: red }',
    '.charts-x ~ .charts-y nav { color: red }',
    '.svelte-1x2y3z ~ .svelte-1x2y3z { color: red }',
    ':where(.charts\\:space-y-2 > :not(:last-child)) { margin: 0 }',
    ':is(:where(.charts\\:peer):checked ~ .charts\\:peer-checked\\:p-2) { margin: 0 }',
    '.charts-x { &:is(:where(.peer):checked ~ *) { color: red } > nav { color: red } & + & { color: red } }',
    '.charts-x { @media print { &:hover p { color: red } } }',
    '@scope (.charts-x) { :scope ~ nav { color: red } }',
    '@font-face { font-family: "charts-sans"; src: url(a.woff2) }',
    '@property --charts-turn { syntax: "*"; inherits: false }',
    '@property --tw-shadow { syntax: "*"; inherits: false }',
    '@layer theme, base, griot-ui, mfe, components, utilities',
    '@layer mfe.charts { .charts-x { color: red } }',
    '@layer { .charts-x { color: red } }',
    '@keyframes svelte-1x2y3z-turn { to { opacity: 0 } }',
    '@keyframes turn-7ba5bd90 { to { opacity: 0 } }',
    '@keyframes charts-turn { from { opacity: 0 } 50% { opacity: 1 } }',
    '@layer theme { :root, :host { --charts-spacing: 4px } }',
    '*, ::before { --tw-shadow: 0 0 #0000 }',
  ])('accepts %s', (css) => {
    expect(findGlobalStyles(css, 'charts')).toEqual([])
  })

  it('names the file and the styles', async () => {
    const module = moduleDocument('rewards', 1)
    const files = { 'a.css': { sri: 'sha384-', bytes: 1, gz: 1, type: 'css' as const } }
    const check = (css: string) => checkStyles({ ...module, files }, { read: async () => Buffer.from(css) })

    expect(await check('body, nav { color: red }')).toEqual({
      id: 'C14',
      outcome: 'refuse',
      says: 'a.css affects the whole page: body, nav. Put rules into @scope ([data-mfe="rewards"]), or begin classes, animations, fonts and layers with rewards-.',
    })
    expect(await check('p { color')).toMatchObject({ outcome: 'refuse', says: 'a.css is no valid style sheet.' })
    expect(await check('.rewards-a { color: red }')).toMatchObject({ outcome: 'ok' })
  })
})
