// npm run doctor: checks the configuration of this installation. Exits with 1 if there is an error.
import { scrub } from '@griot/service-kit/log/redact'
import { loadEnvironment } from '../start/config.ts'
import { examine, formatFindings } from './examine.ts'

loadEnvironment()
const findings = await examine(process.env)
// Users paste this output into requests for help, so it must not contain secrets.
process.stdout.write(`${scrub(formatFindings(findings))}\n`)
process.exit(findings.some(({ level }) => level === 'error') ? 1 : 0)
