import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCycles } from './import-cycles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
// A deleted file remains in the index until the commit.
const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
const found = importCycles(files, (path) => readFileSync(join(root, path), 'utf8'))

if (found.length > 0) {
  process.stderr.write(`Imports of these folders form cycles; move the shared code:\n${found.join('\n')}\n`)
  process.exitCode = 1
}
