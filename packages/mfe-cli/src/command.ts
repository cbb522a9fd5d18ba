import { MOST_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import { ModuleName, ModuleVersion } from '@griot/contracts/modules'
import type { Client } from './client.ts'
import { usage } from './outcome.ts'

export interface Output {
  line(text?: string): void
  /** Says that something has begun; the answered function says how it went, on the same line where that can be. */
  begin(text: string): (result: string) => void
  /** What a program wants to know of it, all in all: it is written as one object when `--json` asks for it. */
  facts(facts: object): void
}

export interface Call {
  client: Client
  /** What stands after the verb. */
  words: readonly string[]
  options: Options
  out: Output
  /** Folder that the command was called in. */
  cwd: string
}

export interface Options {
  canary?: string | undefined
  to?: string | undefined
  reason?: string | undefined
  minutes?: string | undefined
  force?: boolean | undefined
  'dry-run'?: boolean | undefined
  browser?: boolean | undefined
  promote?: boolean | undefined
  preview?: string | undefined
  good?: string | undefined
  bad?: string | undefined
  run?: string | undefined
}

export type Command = (call: Call) => Promise<void>

/** `rewards@1.2.0-g0a1b2c3d`, in its two parts. */
export const moduleAtVersion = (word: string | undefined) => {
  const [module, version] = (word ?? '').split('@')
  if (!module || version === undefined || !ModuleVersion.safeParse(version).success) {
    throw usage('Name a version as module@version, such as rewards@0.1.0-g3f2a1c90.')
  }
  return { module, version }
}

export const oneModule = (words: readonly string[]) => {
  const [module] = words
  if (module === undefined || !ModuleName.safeParse(module).success) throw usage('Name a module, such as rewards.')
  return module
}

/** How long a link is to last; as long as the registry has it when nothing is said. */
export const minutesOf = ({ minutes }: Options) => {
  if (minutes === undefined) return undefined
  const wanted = Number(minutes)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST_OVERRIDE_MINUTES) {
    throw usage(`--minutes is a whole number, ${MOST_OVERRIDE_MINUTES} at most.`)
  }
  return wanted
}

export const percentOf = (text: string | undefined) => {
  const percent = Number(text?.replace('%', ''))
  if (text === undefined || !(percent >= 0 && percent <= 100)) throw usage('Say a share from 0 to 100 percent.')
  return percent
}
