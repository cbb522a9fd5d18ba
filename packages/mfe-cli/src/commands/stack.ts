import { text } from 'node:stream/consumers'
import { moduleFileAt, type VersionName } from '@griot/contracts/module-address'
import { versionsInUse } from '@griot/contracts/module-pointer'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { type Client, hasCode } from '../client.ts'
import { type Command, parseVersion } from '../command.ts'
import { refused } from '../output.ts'

const SHELL_FILE = /\/(assets\/.+)$/
/** `https://griot.example/m/rewards/0.1.0-g3f2a1c90/a1b2.js:1:2345`, in the format of any browser, or a shorter path. */
const POSITION = /((?:https?:\/\/[^\s()@]+?|[\w./~-]+)\.js):(\d+):(\d+)/g

export const stack: Command = async ({ client, words, out }) => {
  const named = words[0] === undefined ? undefined : parseVersion(words[0])
  const { text: mapped, translated } = await translateStack(await text(process.stdin), mapReader(client, named))
  if (translated === 0) {
    throw refused('No line of the stack trace could be mapped to the sources.', [
      'The command reads a browser’s stack trace from stdin. The versions must still exist and have source maps.',
      'If the lines do not contain a version: mfe stack rewards@0.1.0-g3f2a1c90.',
    ])
  }
  out.facts({ stack: mapped, translated })
  out.line(mapped.trimEnd())
}

/** The source map of a script by its address in the stack trace; null if there is none. */
type ReadMap = (address: string) => Promise<TraceMap | null>

/** Replaces positions in built scripts by positions in the sources. Positions without a map stay. */
export const translateStack = async (stackTrace: string, readMap: ReadMap) => {
  const maps = new Map<string, TraceMap | null>()
  for (const [, address = ''] of stackTrace.matchAll(POSITION)) {
    if (!maps.has(address)) maps.set(address, await readMap(address))
  }
  let translated = 0
  const mapped = stackTrace.replace(POSITION, (position, address: string, line: string, column: string) => {
    const map = maps.get(address)
    // Browsers count columns from 1, source maps from 0.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (!found || found.source === null) return position
    translated += 1
    return `${found.source}:${found.line}:${found.column + 1}`
  })
  return { text: mapped, translated }
}

/** Searches the version in the address; without one, the named version or the released shells. */
const mapReader =
  (client: Client, named: VersionName | undefined): ReadMap =>
  async (address) => {
    const moduleFile = moduleFileAt(address.slice(Math.max(0, address.indexOf('/m/'))))
    const shellFile = SHELL_FILE.exec(address)?.[1]
    const name = `${moduleFile?.file ?? shellFile ?? address}.map`
    const usesNamed = named && (shellFile === undefined || named.module === 'shell')
    const candidates = moduleFile ? [moduleFile] : usesNamed ? [named] : await releasedShells(client)
    for (const { module, version } of candidates) {
      const document = await client.document(module, version).catch(nullIfMissing)
      if (document && Object.hasOwn(document.files, name)) return new TraceMap(await client.file(document, name))
    }
    return null
  }

const releasedShells = async (client: Client): Promise<VersionName[]> => {
  const { shell } = (await client.status()).modules
  return shell ? versionsInUse(shell).map((version) => ({ module: 'shell', version })) : []
}

const nullIfMissing = (error: unknown) => {
  if (hasCode(error, 'version.not_found') || hasCode(error, 'module.not_found')) return null
  throw error
}
