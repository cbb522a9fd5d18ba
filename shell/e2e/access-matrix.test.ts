import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG_ROWS } from './access-catalog.ts'
import { DESK_ROWS } from './access-desk.ts'
import { LISTENING_ROWS } from './access-listening.ts'
import { MEDIA_ROWS } from './access-media.ts'
import { type AccessRequest, type AccessTeam, CALLERS, createAccessTeam } from './access-team.ts'
import { audioForm } from './fixtures.ts'

const ROWS = [...CATALOG_ROWS, ...MEDIA_ROWS, ...LISTENING_ROWS, ...DESK_ROWS]
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

let team: AccessTeam
beforeAll(async () => {
  team = await createAccessTeam(runningProduct().origin)
})
afterAll(() => team?.close())

const pictureForm = (field: string) => {
  const form = new FormData()
  form.set(field, new File([plainPicture(400)], 'picture.png', { type: 'image/png' }))
  return form
}

const bodyOf = async ({ body, bytes, form }: AccessRequest): Promise<RequestInit> => {
  if (form === 'audio') return { body: await audioForm(team.file) }
  if (form !== undefined) return { body: pictureForm(form) }
  if (bytes !== undefined) return { body: bytes }
  if (body === undefined) return {}
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

const statusFor = async (caller: ApiClient, endpoint: Endpoint, request: AccessRequest) => {
  const { headers, ...sent } = await bodyOf(request)
  const response = await caller.fetch(pathFor(endpoint, request), {
    method: endpoint.method,
    ...sent,
    headers: { ...(headers as Record<string, string>), ...request.headers },
  })
  await response.body?.cancel()
  return response.status
}

describe('the access matrix', () => {
  it('contains each endpoint that needs a session', () => {
    const endpoints = Object.values(ALL_ENDPOINTS).flatMap((group) => Object.values(group))
    const names = endpoints.filter(({ access }) => access !== 'public').map(nameOf)
    const rows = new Set(ROWS.map(([endpoint]) => nameOf(endpoint)))

    expect(names.filter((name) => !rows.has(name))).toEqual([])
  })

  it.each(ROWS)('holds for $method $path', async (endpoint, prepare, statuses) => {
    const found: Record<string, number> = {}
    for (const caller of CALLERS) {
      found[caller] = await statusFor(team.callers[caller], endpoint, await prepare(team))
    }

    expect(found).toEqual(Object.fromEntries(CALLERS.map((caller, at) => [caller, statuses[at]])))
  })
})
