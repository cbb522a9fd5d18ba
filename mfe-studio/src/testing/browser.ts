import { vi } from 'vitest'

/** jsdom has no server-sent events: the test sends them. */
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
    /** Answers no events but an error, upon which a browser does not try again. */
    refuse: () => {
      for (const source of sources) {
        source.close()
        source.dispatchEvent(new Event('error'))
      }
    },
    /** Lets the nth connection that was asked for begin. */
    open: (nth: number) => sources[nth - 1]?.dispatchEvent(new Event('open')),
  }
}

/** An upload on its way; the test moves it and answers it. */
export const stubUpload = () => {
  const requests: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    statusText = ''
    responseText = ''
    withCredentials = false
    body: FormData | null = null
    opened = ''
    open(method: string, path: string) {
      this.opened = `${method} ${path}`
    }
    send(body: FormData) {
      this.body = body
      requests.push(this)
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const last = () => {
    const request = requests.at(-1)
    if (!request) throw new Error('nothing was uploaded')
    return request
  }
  return {
    last,
    progress: (loaded: number, total: number) =>
      last().upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })),
    answer: (status: number, body: unknown) => {
      Object.assign(last(), { status, responseText: JSON.stringify(body) })
      last().dispatchEvent(new Event('load'))
    },
  }
}

/** jsdom plays nothing: what was asked to play is remembered. */
export const stubSound = () => {
  const played: string[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    played.push(new URL(this.src).pathname)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  return { played }
}
