import { z } from 'zod'
import { get } from './endpoint.ts'

export const GetDescription = get('/api/openapi.json', 'public', {
  summary: 'Returns this description (OpenAPI 3.1).',
  response: z.looseObject({ openapi: z.string() }),
  also: { 304: 'Not modified.' },
})

export const ReadDescription = get('/api/docs', 'public', {
  summary: 'Returns this description as a page that can send requests.',
  responseType: 'text/html',
})
