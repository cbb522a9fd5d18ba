import { planTable } from './plan.ts'

/** `npm run sizing` prints the table of docs/sizing.md, after a figure or a habit in plan.ts has changed. */
process.stdout.write(`${planTable()}\n`)
