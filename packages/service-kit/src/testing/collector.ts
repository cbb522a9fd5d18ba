import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
const Attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof Span> & { service: string }

/** A trace collector that keeps the spans it receives (OTLP, JSON over HTTP). */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of Sent.parse(JSON.parse(Buffer.concat(chunks).toString())).resourceSpans) {
        const named = resource.attributes.find(({ key }) => key === 'service.name')
        const service = named?.value.stringValue ?? ''
        spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, service })))
      }
    }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const named = (name: string | RegExp) =>
    spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    named,
    /** The span and its parents up to the root, each as `service: name`. */
    ancestry(name: string | RegExp): string[] {
      const line: string[] = []
      for (let span = named(name); span !== undefined; ) {
        const { parentSpanId } = span
        line.push(`${span.service.replace('griot-', '')}: ${span.name}`)
        span = spans.find(({ spanId }) => spanId === parentSpanId)
      }
      return line
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
