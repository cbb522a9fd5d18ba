import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { byService } from '@griot/contracts/services'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { containersOf } from '../image/containers.ts'
import { createSecrets } from '../start/secrets.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      healthcheck: z.object({}).optional(),
    }),
  ),
})
const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }))

const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.object({}).optional() })),
  args: z.array(z.string()),
  resources: z.object({ requests: z.object({}), limits: z.object({ memory: z.string() }) }),
})
const Pods = z.object({
  kind: z.enum(['Deployment', 'Job']),
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }) }),
})
const base = readdirSync(new URL('../kubernetes/base', import.meta.url)).flatMap((file) =>
  parseAllDocuments(read(`kubernetes/base/${file}`)).map((document) => document.toJS() as { kind: string }),
)
const Generators = z.object({ configMapGenerator: z.tuple([z.object({ literals: z.array(z.string()) })]) })
const [{ literals }] = Generators.parse(parse(read('kubernetes/base/kustomization.yaml'))).configMapGenerator
const settings = [
  ...Object.keys(parseEnv(read('kubernetes/overlays/small/settings.env'))),
  ...literals.map((literal) => literal.split('=')[0] ?? ''),
]

const containerOf = (document: unknown) => Pods.safeParse(document).data?.spec.template.spec.containers[0]

const container = (command: string) => {
  const found = base.map(containerOf).find((candidate) => candidate?.args[0] === command)
  if (found === undefined) throw new Error(`No manifest runs ${command}.`)
  return found
}

// Deployments on many machines store objects in a bucket, not in a folder.
const forManyMachines = (names: readonly string[]) =>
  names.flatMap((name) =>
    name === 'OBJECTS_DIR' ? ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] : [name],
  )

const ports = { ...byService(() => 1), gateway: 2, 'media-worker-metrics': 3 }
const processes = containersOf(createSecrets(), () => 'postgres://', ports)

describe.each(processes)('$name', ({ name, command, env }) => {
  const needed = forManyMachines(Object.keys(env)).filter((key) => key !== 'HOST')

  it('has the variables of the image test in the compose file', () => {
    expect(Object.keys(compose.services[name]?.environment ?? {})).toEqual(expect.arrayContaining(needed))
  })

  it('has the variables of the image test in the manifests', () => {
    const { env: given } = container(command)
    expect([...settings, ...given.map((variable) => variable.name)]).toEqual(expect.arrayContaining(needed))
  })
})

const MEGA = 1e6
const BYTES: Record<string, number> = { Mi: 2 ** 20, Gi: 2 ** 30 }
const Alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})

describe('the alert GriotMemoryGrows', () => {
  it.each(processes)('fires before the cluster ends the process $name', ({ name, command }) => {
    const { memory } = container(command).resources.limits
    const limit = Number.parseInt(memory, 10) * (BYTES[memory.slice(-2)] ?? Number.NaN)
    const rules = Alerts.parse(parse(read('monitoring/alerts.yaml'))).groups.flatMap((group) => group.rules)
    const { expr = '' } = rules.find(({ alert }) => alert === 'GriotMemoryGrows') ?? {}
    const [first] = [...expr.matchAll(/process(!~|=)"([^"]+)"\} > (\d+)e6/g)].flatMap(
      ([, operator, names = '', mega]) =>
        names.split('|').includes(name) === (operator === '=') ? [Number(mega) * MEGA] : [],
    )
    expect(first).toBeGreaterThan(limit / 4)
    expect(first).toBeLessThan(0.85 * limit)
  })
})

describe('a deployment', () => {
  it('contains no secret and no default for one', () => {
    const values = base.flatMap((document) => containerOf(document)?.env ?? [])
    for (const { name, value } of values) {
      if (/PASSWORD|SECRET|PRIVATE|TOKEN/.test(name)) expect([name, value]).toEqual([name, undefined])
    }
    expect(read('compose.yaml')).not.toMatch(/\$\{\w*(PASSWORD|SECRET|KEY)\w*:-[^}]/)
    for (const [, value] of Object.entries(parseEnv(read('compose.env.example')))) {
      expect(['', '1', '127.0.0.1:8080']).toContain(value)
    }
  })

  it('pins the version of each image', () => {
    const images = Object.values(compose.services).flatMap(({ image }) =>
      image && /GRIOT_(MODULES_)?IMAGE/.test(image) ? [] : [image],
    )
    for (const image of images) expect(image).toMatch(/^[a-z/]+:(\d+\.\d+|RELEASE\.\d{4})/)
  })
})

describe('docs/production.md', () => {
  const page = read('../docs/production.md')

  it('uses only existing commands', () => {
    const { scripts } = JSON.parse(read('../package.json')) as { scripts: Record<string, string> }
    const commands = [...page.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name ?? '')
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
    expect(commands).toContain('secrets')
  })

  it('names only existing files', () => {
    const paths = [...page.matchAll(/(?<![\w/.])((?:infra|docs)\/[\w./-]*[\w])/g)].map(([, path]) => path ?? '')
    const built = ['infra/dist/migrate.js', 'infra/dist/modules.js', 'infra/compose.env']
    expect(
      paths.filter((path) => !built.includes(path) && !existsSync(new URL(`../../${path}`, import.meta.url))),
    ).toEqual([])
    expect(paths).toContain('infra/compose.yaml')
  })

  it('documents every setting of the manifests', () => {
    const defined = [
      ...settings,
      ...base.flatMap((document) => containerOf(document)?.env.map(({ name }) => name) ?? []),
    ]
    const helpers = ['DATABASE_ADDRESS', 'DATABASE_PASSWORD', 'LOG_LEVEL', 'PORT']
    const missing = [...new Set(defined)].filter((name) => {
      const short = name.replace('DATABASE_PASSWORD_', '…_')
      return !helpers.includes(name) && !page.includes(name) && !page.includes(short)
    })
    expect(missing).toEqual([])
  })
})
