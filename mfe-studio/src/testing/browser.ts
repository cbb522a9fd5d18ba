import { vi } from 'vitest'
import { sampleId } from './samples.ts'

/** jsdom has no server-sent events, so the test sends them. */
export const stubEventSource = () => {
  const sources: FakeEventSource[] = []
  class FakeEventSource extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      sources.push(this)
    }
    close() {
      this.readyState = FakeEventSource.CLOSED
    }
  }
  vi.stubGlobal('EventSource', FakeEventSource)
  return {
    send: (type: string, data: unknown) => {
      for (const source of sources) source.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
    },
    reconnect: () => {
      for (const source of sources) {
        source.dispatchEvent(new Event('error'))
        source.dispatchEvent(new Event('open'))
      }
    },
    /** Closes the stream with an error, after which a browser does not reconnect. */
    refuse: () => {
      for (const source of sources) {
        source.close()
        source.dispatchEvent(new Event('error'))
      }
    },
    /** Opens the nth requested connection. */
    open: (nth: number) => sources[nth - 1]?.dispatchEvent(new Event('open')),
  }
}

/** A stub of a tus server. It responds to POST and HEAD at once, and to PATCH when the test asks for it. */
export const stubUpload = () => {
  const sending: FakeRequest[] = []
  const made: string[] = []
  const arrived = new Map<string, number>()
  const sizes = new Map<string, number>()

  class FakeRequest extends EventTarget {
    upload = new FakeProgress()
    status = 0
    statusText = ''
    responseText = ''
    withCredentials = false
    body: unknown = null
    opened = ''
    path = ''
    isOver = false
    onload: (() => void) | null = null
    onerror: ((event: Event) => void) | null = null
    readonly sent = new Map<string, string>()
    answerHeaders: Record<string, string> = {}
    open(method: string, address: string) {
      this.path = new URL(address, 'http://localhost').pathname
      this.opened = `${method} ${this.path}`
    }
    setRequestHeader(name: string, value: string) {
      this.sent.set(name.toLowerCase(), value)
    }
    getResponseHeader(name: string) {
      return this.answerHeaders[name.toLowerCase()] ?? null
    }
    send(body: unknown) {
      this.body = body
      made.push(this.opened)
      if (this.opened === 'POST /api/media/uploads') this.begin()
      else if (this.opened.startsWith('HEAD ')) this.respondOffset()
      else sending.push(this)
    }
    begin() {
      const location = `/api/media/uploads/${sampleId(100 + sizes.size)}`
      sizes.set(location, Number(this.sent.get('upload-length')))
      this.later(201, { location })
    }
    respondOffset() {
      const size = sizes.get(this.path)
      if (size === undefined) return this.later(404)
      this.later(200, { 'upload-offset': String(arrived.get(this.path) ?? 0), 'upload-length': String(size) })
    }
    later(status: number, headers: Record<string, string> = {}) {
      queueMicrotask(() => this.end(status, '', headers))
    }
    end(status: number, text: string, headers: Record<string, string> = {}) {
      this.isOver = true
      Object.assign(this, { status, responseText: text, answerHeaders: headers })
      this.onload?.()
      this.dispatchEvent(new Event('load'))
    }
    abort() {
      this.isOver = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  class FakeProgress extends EventTarget {
    onprogress: ((event: ProgressEvent) => void) | null = null
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)

  const live = () => sending.filter(({ isOver }) => !isOver)
  const last = () => {
    const request = live().at(-1)
    if (!request) throw new Error('nothing is being uploaded')
    return request
  }
  return {
    last,
    /** All requests, in order. */
    made,
    /** Waits until this many files send their bytes. */
    isSending: (count = 1) => vi.waitUntil(() => live().length === count, { timeout: 30_000 }),
    /** Adds an upload that an earlier visit began. */
    begunBefore: (id: string, size: number, offset: number) => {
      sizes.set(`/api/media/uploads/${id}`, size)
      arrived.set(`/api/media/uploads/${id}`, offset)
    },
    progress: (loaded: number, total: number) => {
      const { upload } = last()
      const event = new ProgressEvent('progress', { lengthComputable: true, loaded, total })
      upload.onprogress?.(event)
      upload.dispatchEvent(event)
    },
    /** Completes the last upload. */
    finish: () => {
      const request = last()
      request.end(204, '', { 'upload-offset': String(sizes.get(request.path)) })
    },
    answer: (status: number, body: unknown) => last().end(status, JSON.stringify(body)),
    /** Closes the connection after this many bytes. */
    lose: (offset: number) => {
      const request = last()
      request.isOver = true
      arrived.set(request.path, offset)
      request.onerror?.(new Event('error'))
      request.dispatchEvent(new Event('error'))
    },
  }
}

/** jsdom cannot play audio, so this records what should play. */
export const stubSound = () => {
  const played: string[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    played.push(new URL(this.src).pathname)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  return { played }
}
