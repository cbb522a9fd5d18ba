// `npm run ui`: shows every component of packages/ui in every state, and builds the page anew whenever one changes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { pageConfig } from './page-config.ts'
import { servePage } from './serve-page.ts'

const output = await mkdtemp(join(tmpdir(), 'griot-ui-'))
const page = await servePage(output, Number(process.env.PORT ?? 0))

const watching = rspack(pageConfig(output)).watch({ aggregateTimeout: 100 }, (error, stats) => {
  if (error || stats?.hasErrors()) process.stderr.write(`${error?.message ?? stats?.toString('errors-only')}\n`)
  else if (page.changed()) process.stdout.write(`The components are shown at ${page.address}\n`)
})

const close = () => {
  watching?.close(() => {
    page.close()
    void rm(output, { recursive: true, force: true })
  })
}
process.once('SIGINT', close)
process.once('SIGTERM', close)
