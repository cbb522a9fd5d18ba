import { z } from 'zod'

interface Node {
  host: string
  port: number
}

interface Account {
  username?: string
  password?: string
  isEncrypted: boolean
}

/** Sentinels have accounts of their own. */
interface SentinelAccount {
  sentinelUser?: string
  sentinelPassword?: string
}

/** Where Redis is: one server, one whose place the sentinels know, or a cluster found through some of its nodes. */
export type RedisAddress = Account &
  (
    | { kind: 'single'; node: Node; database: number }
    | ({ kind: 'sentinel'; sentinels: Node[]; master: string; database: number } & SentinelAccount)
    | { kind: 'cluster'; nodes: Node[] }
  )

const SHAPE =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<account>[^@/]*)@)?(?<hosts>[^/?@]+)(?<path>\/[^?]*)?(?:\?(?<query>.*))?$/
const USUAL_PORT = { single: 6379, sentinel: 26_379, cluster: 6379 }
const MOST_DATABASES = 1_000

/** `host`, `host:port` or `[ipv6]:port`. */
const readNode = (text: string, usualPort: number): Node => {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const number = Number(port ?? usualPort)
  if (host === undefined || number < 1 || number > 65_535) throw new Error(`“${text}” is no host with a port`)
  return { host: host.replace(/^\[|\]$/g, ''), port: number }
}

const readAccount = (text: string) => {
  const [name = '', ...rest] = text.split(':')
  const [username, password] = [decodeURIComponent(name), decodeURIComponent(rest.join(':'))]
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) }
}

const readSentinelAccount = (query = ''): SentinelAccount => {
  const given = new URLSearchParams(query)
  const [user, password] = [given.get('sentinelUser'), given.get('sentinelPassword')]
  return { ...(user && { sentinelUser: user }), ...(password && { sentinelPassword: password }) }
}

const readDatabase = (text = '') => {
  const database = text === '' ? 0 : Number(text)
  if (!Number.isInteger(database) || database < 0 || database >= MOST_DATABASES) {
    throw new Error(`“${text}” is no number of a database`)
  }
  return database
}

/**
 * Reads `redis://host:port/0`, `redis+sentinel://host:port,host:port/master/0` or `redis+cluster://host:port,host:port`,
 * each with `user:password@` if need be, and `rediss` where the way is to be encrypted. Throws what is wrong with it.
 */
export const readRedisAddress = (url: string): RedisAddress => {
  const parts = SHAPE.exec(url)?.groups
  if (parts === undefined) {
    throw new Error('is not a Redis address: redis://…, redis+sentinel://…/master or redis+cluster://…, or rediss')
  }
  const kind = (parts.kind ?? 'single') as RedisAddress['kind']
  const account = { ...readAccount(parts.account ?? ''), isEncrypted: parts.scheme === 'rediss' }
  const nodes = (parts.hosts ?? '').split(',').map((text) => readNode(text.trim(), USUAL_PORT[kind]))
  const [first = '', second, ...more] = (parts.path ?? '').slice(1).split('/')
  const [node] = nodes

  if (kind === 'cluster') {
    if (first !== '') throw new Error('a cluster has no numbered databases')
    return { ...account, kind, nodes }
  }
  if (kind === 'sentinel') {
    if (first === '') throw new Error('sentinels need the name of the master: redis+sentinel://host:port/master')
    if (more.length > 0) throw new Error('there is more in the path than a master and a database')
    return {
      ...account,
      ...readSentinelAccount(parts.query),
      kind,
      sentinels: nodes,
      master: decodeURIComponent(first),
      database: readDatabase(second),
    }
  }
  if (node === undefined || nodes.length > 1) throw new Error('several hosts are redis+sentinel:// or redis+cluster://')
  if (second !== undefined) throw new Error('there is more in the path than a database')
  return { ...account, kind, node, database: readDatabase(first) }
}

/** For configurations: the address as it was given, once it is known to be one. */
export const RedisUrl = z.string().superRefine((url, context) => {
  try {
    readRedisAddress(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
