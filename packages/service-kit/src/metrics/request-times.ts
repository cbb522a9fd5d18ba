/** Bounds in seconds: from an answer out of memory to one that somebody has given up on. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const NAME = 'griot_http_request_seconds'

export interface RouteLabels {
  method: string
  /** The pattern, never the address as it came: `/api/podcast/:id`. */
  route: string
  /** Uploads, events and audio last as long as they last; only what is short says how fast we are. */
  kind: 'short' | 'long'
}

interface Times {
  within: number[]
  sum: number
}

/** One route's requests by status. */
export class RouteMeter {
  readonly labels: RouteLabels
  readonly byStatus = new Map<number, Times>()

  constructor(labels: RouteLabels) {
    this.labels = labels
  }

  record(status: number, seconds: number) {
    let times = this.byStatus.get(status)
    if (times === undefined) {
      times = { within: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }
      this.byStatus.set(status, times)
    }
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1
    times.within[bucket] = (times.within[bucket] ?? 0) + 1
    times.sum += seconds
  }
}

/**
 * How many requests there were, how they ended and how long they took. A histogram of the library looks its labels up
 * by a text it builds for each request, which costs more than all the rest here: so each route keeps its own numbers,
 * and they become text when somebody asks.
 */
export class RequestTimes {
  readonly name = NAME
  readonly help = 'Requests by route, and how long each took'
  readonly type = 'histogram'
  readonly #meters = new Map<string, Map<string, RouteMeter>>()

  /** The one meter of this route and method. */
  meter(labels: RouteLabels): RouteMeter {
    const { route, method } = labels
    const ofRoute = this.#meters.get(route) ?? new Map<string, RouteMeter>()
    const known = ofRoute.get(method)
    if (known !== undefined) return known
    const meter = new RouteMeter(labels)
    this.#meters.set(route, ofRoute.set(method, meter))
    return meter
  }

  #all() {
    return [...this.#meters.values()].flatMap((ofRoute) => [...ofRoute.values()])
  }

  /** As the library's own metrics answer. */
  get() {
    const values = this.#all().flatMap(({ labels, byStatus }) =>
      [...byStatus].flatMap(([status, times]) => seriesOf({ ...labels, status: String(status) }, times)),
    )
    return { name: NAME, help: this.help, type: this.type, values, aggregator: 'sum' }
  }

  reset() {
    for (const { byStatus } of this.#all()) byStatus.clear()
  }
}

const seriesOf = (labels: RouteLabels & { status: string }, { within, sum }: Times) => {
  let count = 0
  const buckets = within.map((more, index) => {
    count += more
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BOUNDS[index] ?? '+Inf' }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
