import { describe, expect, it } from 'vitest'
import { RedisUrl, readRedisAddress } from './address.ts'

describe('the address of a Redis', () => {
  it.each([
    ['redis://localhost', { kind: 'single', hosts: [{ host: 'localhost', port: 6379 }], database: 0 }],
    [
      'redis://griot:s%40crt@10.0.0.1:7000/2',
      { kind: 'single', hosts: [{ host: '10.0.0.1', port: 7000 }], database: 2, username: 'griot', password: 's@crt' },
    ],
    [
      'rediss://:p:w@[::1]:6380',
      { kind: 'single', hosts: [{ host: '::1', port: 6380 }], password: 'p:w', isEncrypted: true },
    ],
    [
      'redis+sentinel://:secret@a:1,b/main/3?sentinelUser=watcher&sentinelPassword=other',
      {
        kind: 'sentinel',
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 26_379 },
        ],
        master: 'main',
        database: 3,
        password: 'secret',
        sentinelUsername: 'watcher',
        sentinelPassword: 'other',
      },
    ],
    [
      'rediss+cluster://one.example:7001,two.example',
      {
        kind: 'cluster',
        hosts: [
          { host: 'one.example', port: 7001 },
          { host: 'two.example', port: 6379 },
        ],
        isEncrypted: true,
      },
    ],
  ])('is read from %s', (url, address) => {
    expect(readRedisAddress(url)).toMatchObject(address)
  })

  it.each([
    ['localhost:6379', 'is not a Redis address'],
    ['http://localhost', 'is not a Redis address'],
    ['redis://a,b', 'several hosts'],
    ['redis://a:0', 'is not a host with a port'],
    ['redis://a:70000', 'is not a host with a port'],
    ['redis://a/one', 'is not a database number'],
    ['redis://a/0/1', 'is not a database number'],
    ['redis+sentinel://a/main/0/1', 'is not a database number'],
    ['redis+sentinel://a:1', 'need the name of the master'],
    ['redis+cluster://a:1/2', 'no numbered databases'],
  ])('is not %s', (url, why) => {
    const { error } = RedisUrl.safeParse(url)
    expect(error?.issues[0]?.message).toContain(why)
  })
})
