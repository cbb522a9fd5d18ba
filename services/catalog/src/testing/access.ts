import type { Endpoint } from '@griot/contracts/endpoint'
import { pathFor } from '@griot/contracts/endpoint'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { expect, it } from 'vitest'
import { catalog } from './publishing.ts'

const ID = '00000000-0000-4000-8000-000000000000'

const request = async (who: Person | null, endpoint: Endpoint) => {
  const path = pathFor(endpoint, { params: { id: ID } })
  if (endpoint.method === 'GET') return catalog.as(who).fetch(path)
  return catalog.post(who, path, {})
}

/** Tests that only admins reach these endpoints. */
export const itIsForAdmins = (endpoints: readonly Endpoint[], others: Readonly<Record<string, Person>>) =>
  it.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'refuses %s %s to all but admins',
    async (_, __, endpoint) => {
      expect((await request(null, endpoint)).status).toBe(401)
      for (const other of Object.values(others)) {
        const response = await request(other, endpoint)
        expect(await response.json()).toMatchObject({ code: 'page.not_found' })
      }
      const reached = await (await request(person({ roles: ['admin'] }), endpoint)).json()
      expect(reached).not.toMatchObject({ code: 'page.not_found' })
    },
  )
