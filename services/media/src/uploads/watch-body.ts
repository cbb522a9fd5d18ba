import type { IncomingMessage } from 'node:http'
import { AppError } from '@griot/service-kit/errors'
import { tooSlow } from '@griot/service-kit/upload-form'
import type { Pace } from './limits.ts'

const aborted = () => new AppError(400, 'upload.aborted', 'The upload was cancelled.')

/** Calls `fail` when the client goes away or is slower than `pace`. Answers a function that ends the watch. */
export const watchBody = (request: IncomingMessage, pace: Pace, fail: (error: AppError) => void) => {
  let inWindow = 0
  const count = (chunk: Buffer) => {
    inWindow += chunk.length
  }
  // Not `complete`: a sender that vanishes right after its last byte takes with it what had arrived and nobody had read.
  const gone = () => {
    if (!request.readableEnded) fail(aborted())
  }
  // When all has come, or waits for us to read it, nobody is slow but we.
  const isOurTurn = () => request.complete || request.isPaused() || request.readableLength > 0
  const window = setInterval(() => {
    if (!isOurTurn() && inWindow < (pace.bytesPerSecond * pace.windowMs) / 1000) fail(tooSlow())
    inWindow = 0
  }, pace.windowMs)
  // It may have gone while we were still asking whether there is room.
  if (request.destroyed) setImmediate(gone)
  request.on('data', count)
  request.on('error', gone)
  request.on('close', gone)
  return () => {
    clearInterval(window)
    request.off('data', count)
    request.off('close', gone)
  }
}
