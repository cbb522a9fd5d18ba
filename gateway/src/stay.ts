import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Door, Leave } from './door.ts'
import { readBody } from './read-body.ts'

/** Somebody behind a door, whom nobody else has to wait for while they are waited for themselves. */
export interface Stay {
  /** The body of their request: who sends a byte now and then does so outside, and gets in again with the whole of it. */
  readBody(request: IncomingMessage): Promise<Buffer | null>
  leave: Leave
}

export const stayBehind = async (door: Door, response: ServerResponse): Promise<Stay> => {
  let leave = await door.enter(response)
  return {
    async readBody(request) {
      // Almost always it came along with its headers.
      if (request.complete) return readBody(request)
      leave()
      const body = await readBody(request)
      leave = await door.enter(response)
      return body
    },
    leave: () => leave(),
  }
}
