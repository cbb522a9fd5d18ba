import { createRequire } from 'node:module'

// The package's front door loads OpenTelemetry and more besides, which takes 9 MB of every process for what is not used
// here; these take half of one.
const load = createRequire(import.meta.url)

type Library = typeof import('prom-client')
export type Registry = import('prom-client').Registry

export const Registry: Library['Registry'] = load('prom-client/lib/registry')
export const Counter: Library['Counter'] = load('prom-client/lib/counter')
export const Gauge: Library['Gauge'] = load('prom-client/lib/gauge')
export const Histogram: Library['Histogram'] = load('prom-client/lib/histogram')
export type Counter = import('prom-client').Counter
export type Histogram = import('prom-client').Histogram
