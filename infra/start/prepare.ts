// A process of its own that ends when its work is done, so that what it loads does not stay in the starter's memory.
import type { Role } from '../postgres/roles.ts'
import { type Preparation, prepareProduct, reasonOf } from './prepare-product.ts'

export type { Preparation }
export type Prepared = { urls: Record<Role, string> } | { failed: string }

process.once('disconnect', () => process.exit(1))
process.once('message', (given: Preparation) => {
  prepareProduct(given, (progress) => process.send?.({ progress }))
    .then((urls): Prepared => ({ urls }))
    .catch((error: unknown): Prepared => ({ failed: `The start could not be prepared: ${reasonOf(error)}` }))
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})
