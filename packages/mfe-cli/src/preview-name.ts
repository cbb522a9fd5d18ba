import { createHash } from 'node:crypto'
import { usage } from './outcome.ts'

const LONGEST = 50

/** What a branch is called in the registry: short and readable, and never the same for two branches. */
export const previewName = (branch: string) => {
  if (branch.trim() === '') throw usage('Say which branch: --preview new-points.')
  const words = branch.toLowerCase().match(/[0-9a-z]+/g) ?? []
  const name = words.join('-')
  if (name === branch && name.length <= LONGEST) return `preview-${name}`
  const readable = name.slice(0, LONGEST).replace(/-$/, '')
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 6)
  return ['preview', ...(readable === '' ? [] : [readable]), hash].join('-')
}
