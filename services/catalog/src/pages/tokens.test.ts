import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EMBED_STYLES, PAGE_STYLES } from './assets.ts'

const tokensIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/(--g-[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))

const tokens = tokensIn(readFileSync(new URL('../../../../packages/ui/src/styles/tokens.css', import.meta.url), 'utf8'))

describe.each([
  ['public pages', PAGE_STYLES],
  ['embeds', EMBED_STYLES],
])('the styles of %s', (_, { text }) => {
  it('contain the values of the design tokens', () => {
    const copied = tokensIn(text)
    expect(Object.keys(copied).length).toBeGreaterThan(10)
    expect(tokens).toMatchObject(copied)
  })

  it('use only tokens that they define', () => {
    const used = new Set([...text.matchAll(/var\((--g-[\w-]+)\)/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(tokensIn(text)).sort())
  })
})
