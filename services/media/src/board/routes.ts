import type { Endpoint } from '@griot/contracts/endpoint'
import { QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import { onStream, type Route } from '@griot/service-kit/route'
import type { Queue } from 'bullmq'
import { z } from 'zod'
import { openBoard } from './board.ts'

/** Pages for people, so they are no part of the described interface. */
const ShowBoard = {
  method: 'GET',
  path: `${QUEUE_BOARD_PATH}{/*rest}`,
  access: 'admin',
  summary: 'The queue as its library sees it.',
  response: z.unknown(),
} as const satisfies Endpoint

/** Of the queue as its library sees it; admins only. */
export const boardRoutes = (queue: Queue, isReachable: () => boolean): Route[] => {
  let board: ReturnType<typeof openBoard> | undefined
  return [
    onStream(ShowBoard, async (context) => {
      board ??= openBoard(queue, isReachable)
      await (await board)(context)
    }),
  ]
}
