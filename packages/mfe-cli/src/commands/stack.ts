import { text } from 'node:stream/consumers'
import { moduleFileAt, type VersionName } from '@griot/contracts/module-address'
import { versionsInUse } from '@griot/contracts/module-pointer'
import { translateStackTrace } from '@griot/contracts/stack-trace'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { type Client, hasCode } from '../client.ts'
import { type Command, parseVersion } from '../command.ts'
import { refused } from '../output.ts'

const SHELL_FILE = /\/(assets\/.+)$/
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
export const translateStack = (stackTrace: string, readMap: ReadMap) =>
  translateStackTrace(stackTrace, async (address) => {
    const map = await readMap(address)
    if (!map) return null
    return (position) => {
      const { source, line, column } = originalPositionFor(map, position)
      return source === null ? null : { source, line, column }
    }
  })

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
