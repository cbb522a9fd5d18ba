// A process for serve.test.ts: it drains until its starter sends `leave`, and responds to /slow when it sends `respond`.
import { once } from 'node:events'
import { serve } from '../http/serve.ts'
import { createLog } from '../log/log.ts'

const received = async (word: string) => {
  for (;;) {
    const [message] = await once(process, 'message')
    if (message === word) return
  }
}
const leave = received('leave')
const respond = received('respond')

const { port } = await serve({
  handler: async (request, response) => {
    if (request.url === '/slow') {
      process.send?.('begun')
      await respond
    }
    response.end(request.url)
  },
  config: { HOST: '127.0.0.1', PORT: 0, DRAIN_SECONDS: 0 },
  log: createLog('test', 'silent'),
  onDrain: async () => {
    await leave
    process.send?.('blocked')
    // Connections that arrive now wait in the backlog when the server closes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  },
  onClose: async () => {},
})
process.send?.(port)
