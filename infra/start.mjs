// `npm start`. Plain JavaScript, because it runs before the first build and stays in memory while the product runs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Griot needs Node 20.19 or later, and this is ${process.versions.node}.`)
}
if (!existsSync(`${root}node_modules/tsx`)) fail('The packages are not installed: run npm ci first.')

/** Builds what has changed, in another process, because the build tools use memory that the product must not keep. */
const build = () =>
  new Promise((resolve) => {
    const args = ['--import', 'tsx', 'infra/start/check-and-build.ts']
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    const stop = () => child.kill('SIGTERM')
    process.once('SIGTERM', stop)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', stop)
      resolve(signal ? 130 : code)
    })
  })

const parent = process.ppid
const code = await build()
if (code !== 0) process.exit(code)
// npm was stopped during the build.
if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) process.exit(130)
await import(process.argv.includes('--dev') ? './dist/dev.js' : './dist/supervisor.js')
