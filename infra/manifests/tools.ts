import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from '../common/setup-error.ts'

const cache = join(homedir(), '.cache', 'griot-manifests')

// The tools' own code, so that what they say is what a cluster and an engine would say.
const TOOLS = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
  /** Knows the schemas of Kubernetes by itself. */
  'kubectl-validate': 'sigs.k8s.io/kubectl-validate@v0.0.4',
  'compose-go': 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
} as const

type Tool = keyof typeof TOOLS

const placeOf = (name: Tool) => join(cache, `${name}-${TOOLS[name].split('@')[1]}`)

/** The tool on the path, else the one that was made earlier. */
const findTool = (name: Tool) => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  if (found.status === 0) return found.stdout.trim()
  return existsSync(placeOf(name)) ? placeOf(name) : undefined
}

/** Tools that are not here yet. */
export const missingTools = () => (Object.keys(TOOLS) as Tool[]).filter((name) => findTool(name) === undefined)

/** Of what Kubernetes itself does not know. */
const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.2.1'

/** The folder that says what a Gateway and its routes look like, from where Go fetches its modules; nothing without Go. */
export const findGatewayApi = (): string | undefined => {
  if (!hasGo()) return undefined
  const fetched = spawnSync('go', ['mod', 'download', '-json', GATEWAY_API], { cwd: tmpdir(), encoding: 'utf8' })
  if (fetched.status !== 0) return undefined
  const { Dir: folder } = JSON.parse(fetched.stdout) as { Dir: string }
  return join(folder, 'config', 'crd', 'standard')
}

const hasGo = () => spawnSync('go', ['version']).status === 0

/** The tool that is here, else one made now: a few minutes, with Go. */
export const toolFor = (name: Tool): string => {
  const found = findTool(name)
  if (found !== undefined) return found
  const [module = '', version] = TOOLS[name].split('@')
  const made = placeOf(name)
  if (!hasGo()) {
    throw new SetupError(`${name} is not there and cannot be made without Go: install it, or Go.`)
  }
  process.stdout.write(`  Making ${name} ${version}, once\n`)
  const bin = join(cache, 'bin')
  mkdirSync(bin, { recursive: true })
  execFileSync('go', ['install', TOOLS[name]], {
    env: { ...process.env, GOBIN: bin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  renameSync(join(bin, module.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? name), made)
  return made
}
