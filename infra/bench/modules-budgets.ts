import { USUAL_BUDGETS } from '@griot/contracts/modules'

const ms = (value: number) => `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const count = (value: number) => `${value}`

export interface Budget {
  figure: string
  limit: number
  write(value: number): string
}

/** Limits of modules, in milliseconds and bytes. */
export const BUDGETS = {
  shellBytes: { figure: 'shell before its first paint, gzipped', limit: 165_000, write: kilobytes },
  federationBytes: {
    figure: 'federation runtime, which pages with a module load too, gzipped',
    limit: 45_000,
    write: kilobytes,
  },
  entryBytes: { figure: 'entry of a module, gzipped', limit: USUAL_BUDGETS.entry, write: kilobytes },
  initialBytes: { figure: 'first page of a module, gzipped', limit: USUAL_BUDGETS.initial, write: kilobytes },
  requests: { figure: 'requests to load a module', limit: 9, write: count },
  discoveredLate: { figure: 'of these, requests that only a script starts', limit: 0, write: count },
  largestPaint: { figure: 'largest paint of a page of a module', limit: 1500, write: ms },
  shift: { figure: 'layout shift', limit: 0.05, write: (value) => value.toFixed(3) },
  longestTask: { figure: 'longest task while a module starts', limit: 150, write: ms },
  click: { figure: 'click to next frame, p75', limit: 200, write: ms },
  route: { figure: 'click to the page of a module that is not loaded', limit: 600, write: ms },
  routePrefetched: { figure: 'the same on a computer, after hovering over the link', limit: 100, write: ms },
  versionSwitch: { figure: 'page of another version in the same tab', limit: 1000, write: ms },
  heap: { figure: 'memory per additional version in a tab', limit: 400_000, write: kilobytes },
  nextPage: { figure: 'change by a team to the next page', limit: 1000, write: ms },
  openTab: { figure: 'change by a team to an open tab', limit: 5000, write: ms },
  registryWork: { figure: 'work of the gateway for a page, p99', limit: 2, write: ms },
  firstByte: { figure: 'first byte of a page, compared with a file', limit: 5, write: ms },
  deploy: { figure: '`mfe deploy` of 300 kB', limit: 10_000, write: ms },
} as const satisfies Record<string, Budget>

export type Figure = keyof typeof BUDGETS
export type Figures = Record<Figure, number>
