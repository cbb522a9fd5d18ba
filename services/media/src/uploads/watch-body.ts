import type { IncomingMessage } from 'node:http'
import { MAX_UPLOAD_BODY_BYTES } from '@griot/contracts/uploads'
import { AppError } from '@griot/service-kit/http/errors'
import { tooSlow } from '@griot/service-kit/http/upload-form'
import type { Pace } from '../config.ts'
import { tooLarge } from './limits.ts'

const aborted = () => new AppError(400, 'upload.aborted', 'The upload was canceled.')

/** Calls `fail` if the client disconnects, is slower than `pace` or sends too much. Returns a function that ends the watch. */
export const watchBody = (request: IncomingMessage, pace: Pace, fail: (error: AppError) => void) => {
  let bytesInWindow = 0
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytesInWindow += chunk.length
    bytes += chunk.length
    // The length of a chunked body is known only while it arrives.
    if (bytes > MAX_UPLOAD_BODY_BYTES) fail(tooLarge())
  }
  // Not `complete`: bytes that had arrived but were not read are lost with the connection.
  const handleClose = () => {
    if (!request.readableEnded) fail(aborted())
  }
  // While bytes wait to be read, the service is slow and not the client.
  const isServiceSlow = () => request.complete || request.isPaused() || request.readableLength > 0
  const window = setInterval(() => {
    if (!isServiceSlow() && bytesInWindow < (pace.bytesPerSecond * pace.windowMs) / 1000) fail(tooSlow())
    bytesInWindow = 0
  }, pace.windowMs)
  // The client may have disconnected before the watch began.
  if (request.destroyed) setImmediate(handleClose)
  request.on('data', count)
  request.on('error', handleClose)
  request.on('close', handleClose)
  return () => {
    clearInterval(window)
    request.off('data', count)
    request.off('close', handleClose)
  }
}
