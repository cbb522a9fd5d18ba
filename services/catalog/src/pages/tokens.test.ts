import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EMBED_STYLES, PAGE_STYLES } from './assets.ts'

const tokensIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/(--g-[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))

const tokens = tokensIn(readFileSync(new URL('../../../../packages/ui/src/styles/tokens.css', import.meta.url), 'utf8'))

describe('the styles of public pages and embeds', () => {
  it('contain the values of the design tokens', () => {
    const copied = tokensIn(PAGE_STYLES.text)
    expect(Object.keys(copied).length).toBeGreaterThan(10)
    expect(tokens).toMatchObject(copied)
  })

  it('use all tokens that they define, and no others', () => {
    const text = PAGE_STYLES.text + EMBED_STYLES.text
    const used = new Set([...text.matchAll(/var\((--g-[\w-]+)\)/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(tokensIn(text)).sort())
  })
})
