import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from '../common/setup-error.ts'

const cache = join(homedir(), '.cache', 'griot-manifests')

// The code that Kubernetes and Docker Compose use themselves.
const TOOLS = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
  /** Includes the schemas of Kubernetes. */
  'kubectl-validate': 'sigs.k8s.io/kubectl-validate@v0.0.4',
  'compose-go': 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
} as const

type Tool = keyof typeof TOOLS

const pathOf = (name: Tool) => join(cache, `${name}-${TOOLS[name].split('@')[1]}`)

/** The tool on the PATH, or the installed one. */
const findTool = (name: Tool) => {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return name
  return existsSync(pathOf(name)) ? pathOf(name) : undefined
}

export const missingTools = () => (Object.keys(TOOLS) as Tool[]).filter((name) => findTool(name) === undefined)

const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.2.1'

/** The folder with the resource definitions of the Gateway API, downloaded with Go. Undefined without Go. */
export const findGatewayApi = (): string | undefined => {
  if (!hasGo()) return undefined
  const fetched = spawnSync('go', ['mod', 'download', '-json', GATEWAY_API], { cwd: tmpdir(), encoding: 'utf8' })
  if (fetched.status !== 0) return undefined
  const { Dir: folder } = JSON.parse(fetched.stdout) as { Dir: string }
  return join(folder, 'config', 'crd', 'standard')
}

const hasGo = () => spawnSync('go', ['version']).status === 0

/** Returns the path of a tool. Installs it with Go if it is missing, which takes minutes. */
export const toolFor = (name: Tool): string => {
  const found = findTool(name)
  if (found !== undefined) return found
  const [module = '', version] = TOOLS[name].split('@')
  const target = pathOf(name)
  if (!hasGo()) {
    throw new SetupError(`${name} is missing and cannot be installed without Go: install it, or Go.`)
  }
  process.stdout.write(`  Installing ${name} ${version}\n`)
  const bin = join(cache, 'bin')
  mkdirSync(bin, { recursive: true })
  execFileSync('go', ['install', TOOLS[name]], {
    env: { ...process.env, GOBIN: bin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  renameSync(join(bin, module.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? name), target)
  return target
}
