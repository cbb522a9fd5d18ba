import { describe, expect, it } from 'vitest'
import { may, type Permission } from './permissions.ts'

describe('may', () => {
  it('returns true if one of the user’s roles has the permission', () => {
    expect(may({ roles: ['admin'] }, 'queue.see-all')).toBe(true)
    expect(may({ roles: [] }, 'queue.see-all')).toBe(false)
    expect(may(null, 'modules.manage')).toBe(false)
  })

  it('returns false for an unknown permission of a newer module', () => {
    expect(may({ roles: ['admin'] }, 'moon.paint' as Permission)).toBe(false)
  })
})
