// A process that serves, to be told to end: it leaves when its starter says `leave`, and answers /slow when it says `answer`.
import { once } from 'node:events'
import { createLog } from '../log.ts'
import { serve } from '../serve.ts'

const told = async (word: string) => {
  for (;;) {
    const [said] = await once(process, 'message')
    if (said === word) return
  }
}
const leave = told('leave')
const answer = told('answer')

const { port } = await serve({
  handler: async (request, response) => {
    if (request.url === '/slow') {
      process.send?.('begun')
      await answer
    }
    response.end(request.url)
  },
  host: '127.0.0.1',
  port: 0,
  log: createLog('test', 'silent'),
  onDrain: () => leave,
  onClose: async () => {},
})
process.send?.(port)
