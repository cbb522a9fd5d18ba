import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { SetupError } from '../common/setup-error.ts'
import { checkRules, hasPromtool } from '../monitoring/check-rules.ts'
import { findGatewayApi, missingTools, toolFor } from './tools.ts'

/**
 * `npm run check:manifests`: builds both overlays, and one with every component, and validates them strictly against the
 * schemas of Kubernetes; parses the compose file with the parser of Docker Compose; tests the alerts with promtool. Starts
 * nothing. With `-- --if-possible` it skips checks whose tools are missing instead of installing the tools.
 */
const infra = fileURLToPath(new URL('..', import.meta.url))
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'griot-manifests-')))
const KUBERNETES = '1.30'

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: infra, encoding: 'utf8', stdio: 'pipe' })

const checkKustomization = (name: string, from: string, more: readonly string[] = []) => {
  const built = join(folder, `${name.replaceAll('/', '-')}.yaml`)
  writeFileSync(built, run(toolFor('kustomize'), ['build', from]))
  run(toolFor('kubectl-validate'), [built, '--version', KUBERNETES, ...more])
  const text = readFileSync(built, 'utf8')
  process.stdout.write(`  kubernetes/${name}: ${[...text.matchAll(/^kind: (\w+)/gm)].length} objects are valid\n`)
  return text
}

const overlay = (name: string) => join(infra, 'kubernetes', 'overlays', name)

/** The small overlay with every component. */
const checkComponents = () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  const from = (path: string) => relative(own, path)
  const gatewayApi = findGatewayApi()
  if (gatewayApi === undefined) process.stdout.write('  gateway-api skipped: it needs Go to download the definitions\n')
  const components = readdirSync(join(infra, 'kubernetes', 'components')).filter(
    (name) => name !== 'gateway-api' || gatewayApi !== undefined,
  )
  const paths = components.map((name) => from(join(infra, 'kubernetes', 'components', name)))
  writeFileSync(join(own, 'kustomization.yaml'), stringify({ resources: [from(overlay('small'))], components: paths }))
  const text = checkKustomization('components', own, gatewayApi === undefined ? [] : ['--local-crds', gatewayApi])
  const pods = [...text.matchAll(/^kind: (Deployment|Job)$/gm)].length
  const trusting = [...text.matchAll(/name: NODE_EXTRA_CA_CERTS$/gm)].length
  if (trusting !== pods) throw new SetupError(`Only ${trusting} of ${pods} pods trust the certificate authority.`)
}

const checkCompose = () => {
  const filled = join(folder, 'compose.yaml')
  // Variables without a default are set by the operator.
  const text = readFileSync(join(infra, 'compose.yaml'), 'utf8').replace(
    /\$\{\w+:(?:\?|-([^}]*))\}/g,
    (_, defaultValue = 'value') => defaultValue,
  )
  writeFileSync(filled, text)
  const read = JSON.parse(run(toolFor('compose-go'), ['-format', 'json', filled])) as { services: object }
  process.stdout.write(`  compose.yaml: ${Object.keys(read.services).length} services are valid\n`)
}

const checkMonitoring = () => {
  if (!hasPromtool) {
    process.stdout.write('Alerts skipped: promtool is missing. Debian has it in the package prometheus.\n')
    return
  }
  const { alerts, queries } = checkRules(folder)
  process.stdout.write(
    `  monitoring: the tests of ${alerts} alerts pass, ${queries} queries of the dashboard are valid\n`,
  )
}

const missing = process.argv.includes('--if-possible') ? missingTools() : []
try {
  if (missing.length > 0) {
    process.stdout.write(`Manifests skipped: ${missing.join(', ')} missing. npm run check:manifests installs them.\n`)
  } else {
    for (const name of ['small', 'large']) checkKustomization(`overlays/${name}`, overlay(name))
    checkComponents()
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
