import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import { describe, expect, it } from 'vitest'
import { ROUTES, routeFor } from './routes.ts'

// The gateway itself implements the account, the overview, the audit log, the people and the description.
const { Account: _, Audit: __, Overview: ___, People: ____, Description: _____, ...others } = ALL_ENDPOINTS
const endpoints = Object.values(others).flatMap((group) => Object.values(group))

describe('the routes', () => {
  it.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'have a row for %s %s that requires no more than the endpoint',
    (_, path, endpoint) => {
      const row = routeFor(path.replace(/:\w+/g, '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'))

      expect(row).toBeDefined()
      const strictness = ['public', 'user', 'admin']
      expect(strictness.indexOf(row?.access ?? '')).toBeLessThanOrEqual(strictness.indexOf(endpoint.access))
    },
  )

  it.each([
    ['/api/user/me/media', 'media'],
    ['/api/user/me/points', 'listening-points'],
    ['/api/episode/1/media', 'media'],
    ['/api/episode/1', 'catalog'],
    ['/api/admin/queue/1/retry', 'media'],
    ['/api/listening-history/1', 'listening-points'],
  ])('send %s to %s', (path, service) => {
    expect(routeFor(path)?.service).toBe(service)
  })

  it.each(['/api', '/api/', '/api/users', '/api/user', '/api/user/', '/api/podcastsx', '/api/constructor'])(
    'have no row for %s',
    (path) => {
      expect(routeFor(path)).toBeUndefined()
    },
  )

  it('have no row that an earlier row hides', () => {
    for (const row of ROUTES) expect(routeFor(row.prefix.replace(':id', 'x'))).toBe(row)
  })
})
