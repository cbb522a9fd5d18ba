import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkRules, hasPromtool } from '../monitoring/check-rules.ts'
import { missingTools, toolFor } from './tools.ts'

/**
 * `npm run check:manifests`: builds both overlays and holds them against the schemas of Kubernetes, strictly, and reads
 * the compose file as an engine would; and has Prometheus’ own tool try the alerts. Nothing is started. `-- --if-possible` makes no tools, and without them says so.
 */
const infra = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'griot-manifests-'))
const KUBERNETES = '1.30'

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: infra, encoding: 'utf8', stdio: 'pipe' })

const checkOverlay = (name: string) => {
  const built = join(folder, `${name}.yaml`)
  writeFileSync(built, run(toolFor('kustomize'), ['build', join('kubernetes', 'overlays', name)]))
  run(toolFor('kubectl-validate'), [built, '--version', KUBERNETES])
  const kinds = [...readFileSync(built, 'utf8').matchAll(/^kind: (\w+)/gm)]
  process.stdout.write(`  kubernetes/overlays/${name}: ${kinds.length} objects are well-formed\n`)
}

const checkCompose = () => {
  const filled = join(folder, 'compose.yaml')
  // What has no default is asked for by whoever starts it.
  const text = readFileSync(join(infra, 'compose.yaml'), 'utf8').replace(
    /\$\{\w+:(?:\?|-([^}]*))\}/g,
    (_, usual = 'given') => usual,
  )
  writeFileSync(filled, text)
  const read = JSON.parse(run(toolFor('compose-go'), ['-format', 'json', filled])) as { services: object }
  process.stdout.write(`  compose.yaml: ${Object.keys(read.services).length} services are well-formed\n`)
}

const checkMonitoring = () => {
  if (!hasPromtool) {
    process.stdout.write('Alerts not tried for want of promtool, which is in the package prometheus of Debian.\n')
    return
  }
  const { alerts, questions } = checkRules(folder)
  process.stdout.write(
    `  monitoring: ${alerts} alerts fire when they should, ${questions} questions of the dashboard are understood\n`,
  )
}

const missing = process.argv.includes('--if-possible') ? missingTools() : []
try {
  if (missing.length > 0) {
    process.stdout.write(
      `Manifests not checked for want of ${missing.join(', ')}: npm run check:manifests makes them.\n`,
    )
  } else {
    for (const overlay of ['small', 'large']) checkOverlay(overlay)
    checkCompose()
  }
  checkMonitoring()
} catch (error) {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  process.stderr.write(`${(error as Error).message}\n${stdout}${stderr}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
