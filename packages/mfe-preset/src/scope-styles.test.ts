import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { scopeStyles } from './scope-styles.ts'

const scoped = (css: string, from = 'page.css') =>
  postcss([scopeStyles('charts')])
    .process(css, { from })
    .css.replaceAll(/\s+/g, ' ')

describe('scopeStyles', () => {
  it.each([
    ['body, nav { margin: 0 }', '@scope ([data-mfe="charts"]) to (:scope [data-mfe]) { body, nav { margin: 0 } }'],
    [
      '@layer x { * { all: unset } }',
      '@layer x { @scope ([data-mfe="charts"]) to (:scope [data-mfe]) { * { all: unset } } }',
    ],
    ['.card { color: red }', '@scope ([data-mfe="charts"]) to (:scope [data-mfe]) { .card { color: red } }'],
  ])('limits %s', (css, expected) => expect(scoped(css)).toBe(expected))

  it.each([
    '.charts\\:p-4 { padding: 1rem }',
    '.charts-list { & > li { color: red } }',
    '@scope ([data-mfe="charts"]) { p { color: red } }',
    '@keyframes charts-turn { from { opacity: 0 } }',
    '.charts-a { animation: g-fade 1s }',
    ':root { --charts-spacing: 4px }',
    '@property --tw-shadow { syntax: "*"; inherits: false }',
  ])('leaves %s', (css) => expect(scoped(css)).toBe(css))

  it('names the animations of the file', () => {
    expect(scoped('@keyframes turn { to { opacity: 0 } } .charts-a { animation: 1s turn, g-fade 2s }')).toBe(
      '@keyframes charts-turn { to { opacity: 0 } } .charts-a { animation: 1s charts-turn, g-fade 2s }',
    )
    expect(scoped('@keyframes spin { to { opacity: 0 } } :root { --charts-animate-spin: spin 1s }')).toBe(
      '@keyframes charts-spin { to { opacity: 0 } } :root { --charts-animate-spin: charts-spin 1s }',
    )
    expect(scoped('@keyframes turn { to { opacity: 0 } }', 'card.module.css')).toContain('@keyframes turn')
  })

  it('leaves the classes of a CSS module, which get the name of the module', () => {
    expect(scoped('.card { color: red }', 'card.module.css')).toBe('.card { color: red }')
  })
})
