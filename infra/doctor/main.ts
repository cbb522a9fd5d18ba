// npm run doctor: what is wrong with how this installation is set up, in sentences; ends with 1 when something is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from '@griot/service-kit/scrub'
import { root } from '../start/config.ts'
import { examine, inWords } from './examine.ts'

const file = join(root, '.env')
if (existsSync(file)) process.loadEnvFile(file)
const findings = await examine(process.env)
// Whoever is asked for help is shown this.
process.stdout.write(`${scrub(inWords(findings))}\n`)
process.exit(findings.some(({ level }) => level === 'wrong') ? 1 : 0)
