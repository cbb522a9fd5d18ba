import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearModuleStorage } from './clear-module-storage.ts'
import { createModuleStorage } from './module-storage.ts'

const ADA = '11111111-1111-4111-8111-111111111111'
const BISI = '22222222-2222-4222-8222-222222222222'

const storageOf = (userId: string | null, module = 'charts') => createModuleStorage(module, () => userId)

describe('module storage', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })

  it('keeps values in the browser or in the tab', () => {
    const { tab, ...browser } = storageOf(ADA)
    expect(browser.set('order', ['new', 'old'])).toBe(true)
    expect(tab.set('order', { by: 'name' })).toBe(true)

    expect(storageOf(ADA).get('order')).toEqual(['new', 'old'])
    expect(storageOf(ADA).tab.get('order')).toEqual({ by: 'name' })
    browser.remove('order')
    expect(storageOf(ADA).get('order')).toBeNull()
    expect(tab.get('order')).toEqual({ by: 'name' })
  })

  it('is separate for each module and user', () => {
    storageOf(ADA).set('order', 1)
    expect(storageOf(ADA, 'chart').get('order')).toBeNull()
    expect(storageOf(BISI).get('order')).toBeNull()
    expect(storageOf(null).get('order')).toBeNull()
    expect(storageOf(null).set('order', 2)).toBe(false)
  })

  it('is cleared for other users at sign-in, and completely at sign-out', () => {
    storageOf(ADA).set('order', 1)
    storageOf(ADA).tab.set('order', 1)
    storageOf(BISI).set('order', 2)
    localStorage.setItem('griot:speeds', '{}')

    clearModuleStorage(BISI)
    expect([storageOf(ADA).get('order'), storageOf(ADA).tab.get('order')]).toEqual([null, null])
    expect(storageOf(BISI).get('order')).toBe(2)

    clearModuleStorage(null)
    expect(Object.keys(localStorage)).toEqual(['griot:speeds'])
  })

  it('reads null when storage is forbidden or its content is invalid', () => {
    const { get, set, remove, tab } = storageOf(ADA)
    set('order', 1)
    const [name = ''] = Object.keys(localStorage)
    localStorage.setItem(name, '{')
    expect(get('order')).toBeNull()

    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect([get('order'), set('order', 1), remove('order')]).toEqual([null, false, undefined])
    expect(() => clearModuleStorage(null)).not.toThrow()
    expect(tab.set('order', 1)).toBe(true)
  })

  it('has a quota for each module', () => {
    const { get, set } = storageOf(ADA)
    const half = 'x'.repeat(140_000)
    expect(set('one', half)).toBe(true)
    expect(set('two', half)).toBe(false)
    expect(set('one', `${half}y`)).toBe(true)
    expect(storageOf(ADA, 'other').set('two', half)).toBe(true)
    expect(set('round', 1n)).toBe(false)
    expect([get('two'), get('round')]).toEqual([null, null])
  })
})
