import { text } from 'node:stream/consumers'
import { moduleFileAt, type VersionName } from '@griot/contracts/module-address'
import type { VersionDocument } from '@griot/contracts/modules'
import { TraceMap } from '@jridgewell/trace-mapping'
import { type Client, Refused } from '../client.ts'
import { type Command, moduleAtVersion } from '../command.ts'
import { EXIT, Stop } from '../outcome.ts'
import { type MapOf, translateStack } from '../translate-stack.ts'

const SHELL_FILE = /\/(assets\/.+)$/

/** `mfe stack [<module>@<version>] < trace.txt`: where in the sources it happened. */
export const stack: Command = async ({ client, words, out }) => {
  const named = words[0] === undefined ? undefined : moduleAtVersion(words[0])
  const given = await text(process.stdin)
  const { text: said, translated } = await translateStack(given, mapsIn(client, named))
  if (translated === 0) {
    throw new Stop(EXIT.refused, 'No line of it could be found in the sources.', [
      'It is read from stdin, as a browser writes it, and leads to versions that are still there and have maps.',
      'Where its lines do not say of which version they are: mfe stack rewards@0.1.0-g3f2a1c90.',
    ])
  }
  out.facts({ stack: said, translated })
  out.line(said.trimEnd())
}

/** Finds maps by what an address says itself, and else among the shells that stand, or in the version that was named. */
const mapsIn = (client: Client, named: VersionName | undefined): MapOf => {
  const documents = new Map<string, Promise<VersionDocument | null>>()
  const documentOf = ({ module, version }: VersionName) => {
    const name = `${module}@${version}`
    const known = documents.get(name) ?? client.document(module, version).catch(unlessGone)
    documents.set(name, known)
    return known
  }

  return async (address) => {
    const ofModule = moduleFileAt(address.slice(Math.max(0, address.indexOf('/m/'))))
    const ofShell = SHELL_FILE.exec(address)?.[1]
    const name = ofModule?.file ?? ofShell ?? address
    const isNamed = named && (ofShell === undefined || named.module === 'shell')
    const shells = isNamed ? [named] : await standingShells(client)
    for (const candidate of ofModule ? [ofModule] : shells) {
      const document = await documentOf(candidate)
      if (!document || !Object.hasOwn(document.files, `${name}.map`)) continue
      return new TraceMap(await client.file(document, `${name}.map`))
    }
    return null
  }
}

const standingShells = async (client: Client): Promise<VersionName[]> => {
  const { shell } = (await client.status()).modules
  const versions = shell ? [shell.stable, shell.candidate?.version, shell.lkg] : []
  return [...new Set(versions)].flatMap((version) => (version ? [{ module: 'shell', version }] : []))
}

/** A version that was cleared away says nothing; anything else that is refused is for people to know. */
const unlessGone = (error: unknown) => {
  if (error instanceof Refused && error.apiCode.endsWith('.not_found')) return null
  throw error
}
