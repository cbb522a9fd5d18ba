import type Koa from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { NO_JSON_TYPE, NOT_JSON } from './errors.ts'

const MAX_JSON_BYTES = 256 * 1024

/** Error codes of zlib and Brotli. */
const isBadlyCompressed = ({ code }: NodeJS.ErrnoException) => /^(Z_|ERR__ERROR_)/.test(code ?? '')

const hasDisconnected = (error: Error) => 'type' in error && error.type === 'stream.not.readable'

const parseJson = koaBody({
  json: true,
  multipart: false,
  urlencoded: false,
  text: false,
  jsonStrict: true,
  jsonLimit: MAX_JSON_BYTES,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: (error) => {
    throw isBadlyCompressed(error) || hasDisconnected(error) ? NOT_JSON : error
  },
}) as unknown as Koa.Middleware

/** Reads a body of type application/json into `request.body`. */
export const readJson = async (context: Koa.Context) => {
  // Forms and text/plain can be sent from foreign pages without a CORS preflight, so they are refused.
  if (!context.is('application/json')) throw NO_JSON_TYPE
  await parseJson(context, async () => {})
}
