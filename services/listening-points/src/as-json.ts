import { createHash } from 'node:crypto'
import { EncodedResponse } from '@griot/service-kit/http/responses'

/** A response with an ETag: a client that has it already gets 304. */
export const asJson = (value: unknown) => {
  const bytes = Buffer.from(JSON.stringify(value))
  return new EncodedResponse(bytes, `"${createHash('sha1').update(bytes).digest('base64url')}"`)
}
