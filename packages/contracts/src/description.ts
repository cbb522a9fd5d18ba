import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

export const GetDescription = {
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This description (OpenAPI 3.1).',
  response: z.looseObject({ openapi: z.string() }),
  also: { 304: 'The caller has this version already.' },
} as const satisfies Endpoint

export const ReadDescription = {
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  summary: 'This description as a page, where calls can be tried.',
  answers: 'text/html',
  response: z.unknown(),
} as const satisfies Endpoint
