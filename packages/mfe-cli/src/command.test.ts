import { PreviewName } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { previewName } from './command.ts'

describe('previewName', () => {
  it('keeps a branch name that is valid', () => {
    expect(previewName('new-points')).toBe('preview-new-points')
  })

  it('is readable, valid and unique for every branch', () => {
    const branches = ['feat/new-points', 'feat-new-points', 'feat/New_Points', 'разное', '-', 'x'.repeat(300), 'a/b/']
    const names = branches.map(previewName)

    expect(names[0]).toMatch(/^preview-feat-new-points-[0-9a-f]{6}$/)
    expect(new Set(names).size).toBe(branches.length)
    for (const name of names) expect(PreviewName.safeParse(name).success).toBe(true)
    expect(previewName('feat/new-points')).toBe(names[0])
  })

  it('refuses an empty branch', () => {
    expect(() => previewName(' ')).toThrow('Name a branch')
  })
})
