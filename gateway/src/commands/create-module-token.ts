// `npm run mfe:token -- rewards [label]`: creates a token for the team of a module. It is printed once.

import { ModuleName } from '@griot/contracts/modules'
import { connect } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { createToken } from '../modules/authenticate-caller.ts'

const DAYS = 90

const [name, label = 'made on this machine'] = process.argv.slice(2)
const module = ModuleName.safeParse(name)
if (module.success) {
  const db = connect({ url: process.env.DATABASE_URL ?? '', log: createLog('gateway', 'silent'), max: 1 })
  try {
    const asked = { module: module.data, label, days: DAYS, createdBy: 'this machine' }
    const { token, expiresAt } = await createToken(db, { ...asked, scopes: ['deploy', 'release'] })
    process.stdout.write(`${token}\n`)
    // Without a terminal, as in $(…), only stdout has the token, and no log contains it.
    const how = process.stdout.isTTY ? `. It is not shown again: export MFE_TOKEN=${token}` : ''
    process.stderr.write(`For ${module.data}, until ${expiresAt}${how}\n`)
  } finally {
    await db.close()
  }
} else {
  process.stderr.write('Name a module: npm run mfe:token -- rewards\n')
  process.exitCode = 1
}
