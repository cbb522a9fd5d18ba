import type Koa from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { NO_JSON_TYPE, NOT_JSON } from './errors.ts'

// A number: a size in words would be read anew for each body.
const JSON_BYTES = 256 * 1024

/** The body is not compressed as it says. That is how zlib and Brotli name what is wrong with their input. */
const isBadlyPacked = ({ code }: NodeJS.ErrnoException) => /^(Z_|ERR__ERROR_)/.test(code ?? '')

/** Whoever asked went away before their body was looked at, which is no failure of ours. */
const isGone = (error: Error) => 'type' in error && error.type === 'stream.not.readable'

const parseJson = koaBody({
  json: true,
  multipart: false,
  urlencoded: false,
  text: false,
  jsonStrict: true,
  jsonLimit: JSON_BYTES,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: (error) => {
    throw isBadlyPacked(error) || isGone(error) ? NOT_JSON : error
  },
}) as unknown as Koa.Middleware

/** Reads the body of a request, which must say that it is JSON, into `request.body`. */
export const readJson = async (context: Koa.Context) => {
  // `keepalive` beacons may carry text/plain; everything that changes something must say that it is JSON.
  if (!context.is('application/json')) throw NO_JSON_TYPE
  await parseJson(context, async () => {})
}
