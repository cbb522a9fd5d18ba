import { describe, expect, it } from 'vitest'
import { nameKey, reservedKeys } from './name-key.ts'

describe('names that look alike', () => {
  it.each([
    ['Ama Mensah', 'ama mensah'],
    ['Ama Mensah', 'AmaMensah'],
    ['Ama Mensah', 'Ama_Mensah ✓'],
    ['Ama', 'Ａｍａ'],
    ['Ama', 'A\u200bma'],
    ['Ama', 'A\u3164ma'],
    // The first name is Latin, the second is not.
    ['Kope', 'Коре'],
    ['Kato', 'Κατο'],
    ['Kofi', 'Koﬁ'],
    ['Jürgen', 'Ju\u0308rgen'],
    ['Strauß', 'STRAUSS'],
    ['Işık', 'IŞIK'],
  ])('have the same key: %j and %j', (one, other) => {
    expect(nameKey(other)).toBe(nameKey(one))
  })

  it.each([
    ['Ama', 'Amá'],
    ['Kai', 'Kal'],
    ['Ama 1', 'Ama 2'],
    ['Ọlá', 'Ola'],
    ['李雷', '李蕾'],
    ['कमल', 'कमला'],
  ])('that differ visibly have different keys: %j and %j', (one, other) => {
    expect(nameKey(other)).not.toBe(nameKey(one))
  })
})

describe('reserved names', () => {
  it('contain the product’s name and its roles', () => {
    const reserved = reservedKeys('Fireside')
    for (const name of ['anonymous', 'ADMIN', 'Аdmin', 'Fireside', 'fireside-team', 'Y o u']) {
      expect(reserved.has(nameKey(name)), name).toBe(true)
    }
    for (const name of ['Griot', 'Adminah', 'Fireside Ama']) expect(reserved.has(nameKey(name)), name).toBe(false)
  })
})
