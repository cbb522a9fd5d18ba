import { USUAL_BUDGETS } from '@griot/contracts/modules'

const ms = (value: number) => `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const count = (value: number) => `${value}`

export interface Budget {
  figure: string
  most: number
  write(value: number): string
}

/** What a module may cost besides what is compared with one build, in milliseconds and bytes. */
export const BUDGETS = {
  shellBytes: { figure: 'shell before its first paint, gzipped', most: 110_000, write: kilobytes },
  entryBytes: { figure: 'entry of a module, gzipped', most: USUAL_BUDGETS.entry, write: kilobytes },
  initialBytes: { figure: 'first page of a module, gzipped', most: USUAL_BUDGETS.initial, write: kilobytes },
  requests: { figure: 'requests until a module is there', most: 9, write: count },
  unnamed: { figure: 'of them those that a script has to come for first', most: 0, write: count },
  shift: { figure: 'layout shift', most: 0.05, write: (value) => value.toFixed(3) },
  longestTask: { figure: 'longest task while a module starts', most: 150, write: ms },
  press: { figure: 'from a press to the next frame, three of four', most: 200, write: ms },
  route: { figure: 'page of a module that was never opened, from the press', most: 600, write: ms },
  routeAhead: { figure: 'the same on a computer, where a mouse came by the link', most: 100, write: ms },
  versionSwitch: { figure: 'page of another version, in a tab that has one', most: 1000, write: ms },
  heap: { figure: 'memory that each other version leaves in a tab', most: 400_000, write: kilobytes },
  nextPage: { figure: 'a team’s word, until the next page says so', most: 1000, write: ms },
  openTab: { figure: 'a team’s word, until an open tab says so', most: 5000, write: ms },
  registryWork: { figure: 'work for a page in the gateway, 99 of 100', most: 2, write: ms },
  firstByte: { figure: 'a page’s first byte, after that of a file', most: 5, write: ms },
  deploy: { figure: '`mfe deploy` of 300 kB', most: 10_000, write: ms },
} as const satisfies Record<string, Budget>

export type Figure = keyof typeof BUDGETS
export type Figures = Record<Figure, number>
