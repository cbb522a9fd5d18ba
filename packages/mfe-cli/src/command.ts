import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { MAX_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import { ModuleName, ModuleVersion } from '@griot/contracts/modules'
import type { Client } from './client.ts'
import { type Output, usage } from './output.ts'

export interface Call {
  client: Client
  /** The arguments after the command. */
  words: readonly string[]
  options: Options
  out: Output
  cwd: string
}

export const parseCommandLine = (args: readonly string[]) => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        canary: text,
        ramp: text,
        hold: text,
        to: text,
        'to-last-good': flag,
        reason: text,
        minutes: text,
        preview: text,
        good: text,
        bad: text,
        run: text,
        path: text,
        add: text,
        remove: text,
        'remove-ci': text,
        scopes: text,
        webhook: text,
        events: text,
        'remove-webhook': text,
        ci: { type: 'string', multiple: true },
        owner: flag,
        force: flag,
        'dry-run': flag,
        browser: flag,
        promote: flag,
        json: flag,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw usage((error as Error).message)
  }
}

type Options = ReturnType<typeof parseCommandLine>['values']

export type Command = (call: Call) => Promise<void>

/** Parses `rewards@1.2.0-g0a1b2c3d`. */
export const parseVersion = (word: string | undefined) => {
  const [module, version] = (word ?? '').split('@')
  if (!module || version === undefined || !ModuleVersion.safeParse(version).success) {
    throw usage('Name a version as module@version, such as rewards@0.1.0-g3f2a1c90.')
  }
  return { module, version }
}

export const parseModule = ([module]: readonly string[]) => {
  if (module === undefined || !ModuleName.safeParse(module).success) throw usage('Name a module, such as rewards.')
  return module
}

/** Undefined if the option is not given: the registry then uses its default. */
export const parseMinutes = ({ minutes }: Options) => {
  if (minutes === undefined) return undefined
  const value = Number(minutes)
  if (!Number.isInteger(value) || value < 1 || value > MAX_OVERRIDE_MINUTES) {
    throw usage(`--minutes must be a whole number up to ${MAX_OVERRIDE_MINUTES}.`)
  }
  return value
}

/** The link of an override or a preview that leads to a page; without a path, to the front page. */
export const linkToPage = (link: string, path: string | undefined) => {
  if (path === undefined) return link
  if (!path.startsWith('/')) throw usage('Name a page: --path /charts/2.')
  return `${link}&to=${encodeURIComponent(path)}`
}

export const parsePercent = (text: string | undefined) => {
  const percent = Number(text?.replace('%', ''))
  if (text === undefined || !(percent >= 0 && percent <= 100)) throw usage('Give a percentage from 0 to 100.')
  return percent
}

const DEFAULT_HOLD_MINUTES = 15
const MAX_HOLD_MINUTES = 1440

/** `5,25,100`, each for the time of `--hold`: minutes, or `2h`. */
export const parseRamp = ({ ramp = '', hold = `${DEFAULT_HOLD_MINUTES}m` }: Options) => {
  const [percent = 0, ...shares] = ramp.split(',').map(parsePercent)
  const [, count = '', unit] = /^(\d{1,4})(m|h)$/.exec(hold) ?? []
  const holdMinutes = Number(count) * (unit === 'h' ? 60 : 1)
  if (shares.length === 0) throw usage('Give at least two shares: --ramp 5,25,100.')
  if (!(holdMinutes >= 1 && holdMinutes <= MAX_HOLD_MINUTES)) throw usage('Give a time up to a day: --hold 15m or 2h.')
  return { percent, ramp: { shares, holdMinutes } }
}

const MAX_PREVIEW_CHARACTERS = 50

/** The preview of a branch: readable, valid as a draft name, and different for every branch. */
export const previewName = (branch: string) => {
  if (branch.trim() === '') throw usage('Name a branch: --preview new-points.')
  const name = (branch.toLowerCase().match(/[0-9a-z]+/g) ?? []).join('-')
  if (name === branch && name.length <= MAX_PREVIEW_CHARACTERS) return `preview-${name}`
  const readable = name.slice(0, MAX_PREVIEW_CHARACTERS).replace(/-$/, '')
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 6)
  return ['preview', ...(readable === '' ? [] : [readable]), hash].join('-')
}

/** The nearest folder, from `folder` upwards, that contains the path; null if there is none. */
export const findUp = (folder: string, contained: string): string | null => {
  if (existsSync(path.join(folder, contained))) return folder
  const parent = path.dirname(folder)
  return parent === folder ? null : findUp(parent, contained)
}
