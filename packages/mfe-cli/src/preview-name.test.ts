import { PreviewName } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { previewName } from './preview-name.ts'

describe('the name of a preview', () => {
  it('is the branch where it can be', () => {
    expect(previewName('new-points')).toBe('preview-new-points')
  })

  it('is readable and valid for every branch, and never that of another one', () => {
    const branches = ['feat/new-points', 'feat-new-points', 'feat/New_Points', 'разное', '-', 'x'.repeat(300), 'a/b/']
    const names = branches.map(previewName)

    expect(names[0]).toMatch(/^preview-feat-new-points-[0-9a-f]{6}$/)
    expect(new Set(names).size).toBe(branches.length)
    for (const name of names) expect(PreviewName.safeParse(name).success).toBe(true)
    expect(previewName('feat/new-points')).toBe(names[0])
  })

  it('is asked for', () => {
    expect(() => previewName(' ')).toThrow('Say which branch')
  })
})
