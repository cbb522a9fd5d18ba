import { describe, expect, it } from 'vitest'
import { may, type Permission } from './permissions.ts'

describe('what somebody is offered', () => {
  it('follows from their roles', () => {
    expect(may({ roles: ['admin'] }, 'queue.see-all')).toBe(true)
    expect(may({ roles: [] }, 'queue.see-all')).toBe(false)
    expect(may(null, 'modules.manage')).toBe(false)
  })

  it('is nothing that is not known here: a module may be newer than the page', () => {
    expect(may({ roles: ['admin'] }, 'moon.paint' as Permission)).toBe(false)
  })
})
