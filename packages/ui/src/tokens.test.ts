import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./styles/tokens.css', import.meta.url), 'utf8')

const channel = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const token = (name: string, theme: 'light' | 'dark') => {
  const match = css.match(new RegExp(`--g-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`))
  const value = theme === 'light' ? match?.[1] : match?.[2]
  if (!value) throw new Error(`tokens.css has no color --g-${name}`)
  return value
}

const GROUNDS = ['page', 'surface', 'raised', 'sunken']
const ON_EVERY_GROUND = ['ink', 'muted', 'terracotta', 'points', 'teal', 'danger']
const ON_THEIR_OWN = [
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-points', 'points-fill'],
  ['on-danger', 'danger'],
  ['terracotta', 'terracotta-wash'],
  ['ink', 'points-wash'],
  ['points', 'points-wash'],
  ['teal', 'teal-wash'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
] as const

const texts = [...ON_EVERY_GROUND.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...ON_THEIR_OWN]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(texts)('has %s readable on %s (4.5:1)', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['line-strong', 'focus', 'action'].flatMap((edge) => GROUNDS.map((ground) => [edge, ground] as const)))(
    'has %s visible against %s (3:1)',
    (edge, ground) => {
      expect(contrast(token(edge, theme), token(ground, theme))).toBeGreaterThanOrEqual(3)
    },
  )
})
