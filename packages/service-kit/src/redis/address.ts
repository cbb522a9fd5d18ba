import { z } from 'zod'

export interface RedisAddress {
  kind: 'single' | 'sentinel' | 'cluster'
  /** The server, the sentinels, or some nodes of the cluster. */
  hosts: { host: string; port: number }[]
  isEncrypted: boolean
  username: string | undefined
  password: string | undefined
  database: number
  /** The name of the master that the sentinels find; empty for the other kinds. */
  master: string
  sentinelUsername: string | undefined
  sentinelPassword: string | undefined
}

const SHAPE = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/([^@/]*@)?([^/?@]+)(.*)$/
const DEFAULT_PORT = { single: 6379, sentinel: 26_379, cluster: 6379 }
const MOST_DATABASES = 1_000

/**
 * Reads `redis://host:port/0`, `redis+sentinel://host:port,host:port/master/0` or `redis+cluster://host:port,host:port`,
 * each optionally with `user:password@`, and `rediss` for TLS. Throws a sentence that names the problem.
 */
export const readRedisAddress = (address: string): RedisAddress => {
  const [, scheme, given = 'single', account = '', hosts = '', rest = ''] = SHAPE.exec(address) ?? []
  if (scheme === undefined) {
    throw new Error('is not a Redis address: redis://…, redis+sentinel://…/master or redis+cluster://…, or rediss')
  }
  const kind = given as RedisAddress['kind']
  const nodes = hosts.split(',').map((host) => readNode(host.trim(), DEFAULT_PORT[kind]))
  if (kind === 'single' && nodes.length > 1) throw new Error('several hosts need redis+sentinel:// or redis+cluster://')

  const url = new URL(`redis://${account}host${rest}`)
  const path = url.pathname.split('/').slice(1).map(decodeURIComponent)
  const master = kind === 'sentinel' ? (path.shift() ?? '') : ''
  if (kind === 'sentinel' && master === '') {
    throw new Error('sentinels need the name of the master: redis+sentinel://host:port/master')
  }
  if (kind === 'cluster' && path.join('') !== '') throw new Error('a cluster has no numbered databases')
  return {
    kind,
    hosts: nodes,
    isEncrypted: scheme === 'rediss',
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database: readDatabase(path.join('/')),
    master,
    sentinelUsername: url.searchParams.get('sentinelUser') || undefined,
    sentinelPassword: url.searchParams.get('sentinelPassword') || undefined,
  }
}

const readNode = (text: string, defaultPort: number) => {
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined
  const port = Number(url?.port || defaultPort)
  if (!url?.hostname || port === 0) throw new Error(`“${text}” is not a host with a port`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

const readDatabase = (text: string) => {
  const database = Number(text)
  if (Number.isInteger(database) && database >= 0 && database < MOST_DATABASES) return database
  throw new Error(`“${text}” is not a database number`)
}

/** Validates the URL and keeps it as text. */
export const RedisUrl = z.string().superRefine((url, context) => {
  try {
    readRedisAddress(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
