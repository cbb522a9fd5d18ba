import type { RegistryStatus } from '@griot/contracts/module-registry'
import { isShellDocument, type ModuleDocument, type VersionDocument } from '@griot/contracts/modules'
import type { Client } from '../client.ts'
import { type Command, minutesOf, moduleAtVersion, oneModule } from '../command.ts'
import { settleTypes } from '../compare-types.ts'
import { EXIT, Stop, usage } from '../outcome.ts'
import { showChange, showChecks, showStanding } from '../show.ts'
import { verifyInBrowser } from './verify-in-browser.ts'

const SHOWN = 10

/** `mfe verify <module>@<version> [--browser]`: what the checks say now. */
export const verify: Command = async (call) => {
  const { module, version } = moduleAtVersion(call.words[0])
  const { client, cwd } = call
  const document = await client.document(module, version)
  await settleTypes(client, document, cwd)
  const { checks } = await client.checks(module, version)
  call.out.facts({ module, version, checks })
  showChecks(call.out, checks)
  const refused = checks.filter(({ outcome }) => outcome === 'refuse')
  if (refused.length > 0) throw new Stop(EXIT.refused, `${module} ${version} would be refused.`)
  if (call.options.browser) await verifyInBrowser(call, module, version)
  call.out.line(`${module} ${version} may be promoted.`)
}

/** `mfe status [module]`: what stands, how it does, and what was done last. */
export const status: Command = async ({ client, words, out }) => {
  const [wanted] = words
  const said = only(wanted, await client.status())
  const { rev, frozen, modules, journal, previews } = said
  out.facts(said)
  out.line(`revision ${rev}${frozen === null ? '' : `   FROZEN: ${frozen}`}`)
  for (const [module, standing] of Object.entries(modules).sort()) showStanding(out, module, standing, said)
  if (previews.length > 0) out.line('\nPreviews')
  for (const { name, module, version, at, link } of previews)
    out.line(`  ${name}  ${module} ${version}  ${at}\n    ${link}`)
  const changes = journal.slice(0, SHOWN)
  if (changes.length > 0) out.line('\nDone last')
  for (const { rev: number, at, change } of changes) if (change) showChange(out, number, at, change)
}

/** What is said of one module, or of all. */
const only = (wanted: string | undefined, said: RegistryStatus): RegistryStatus => {
  if (wanted === undefined) return said
  if (!Object.hasOwn(said.modules, wanted)) {
    const known = Object.keys(said.modules).sort().join(', ')
    throw new Stop(EXIT.refused, `Nothing was released of ${wanted}.`, known === '' ? [] : [`There are ${known}.`])
  }
  const isWanted = ({ module }: { module: string }) => module === wanted
  return {
    ...said,
    modules: Object.fromEntries(Object.entries(said.modules).filter(([module]) => module === wanted)),
    health: said.health.filter(isWanted),
    notShown: said.notShown.filter(isWanted),
    previews: said.previews.filter(isWanted),
    journal: said.journal.filter(({ change }) => change?.module === wanted),
  }
}

/** `mfe diff <module> <version> <version>`: what a change of version changes for everyone else. */
export const diff: Command = async ({ client, words, out }) => {
  const module = oneModule(words)
  const [, one, other] = words
  if (!one || !other) throw usage('Name the two versions.')
  const [before, after] = await Promise.all([client.document(module, one), client.document(module, other)])
  const lines = [...differences(before, after), ...(await typesDiffer(before, after, client))]
  out.facts({ differences: lines })
  for (const line of lines.length > 0 ? lines : ['They say the same of themselves.']) out.line(line)
}

/** `mfe override <module>=<version> … [--minutes 120]`: a link by which one person sees other versions. */
export const override: Command = async ({ client, words, options, out }) => {
  const pairs = words.map((word) => word.split('='))
  if (pairs.length === 0 || pairs.some(([module, version]) => !module || !version)) {
    throw usage('Say which: mfe override rewards=0.1.0-g3f2a1c90.')
  }
  const { link, until } = await client.override({ modules: Object.fromEntries(pairs) }, minutesOf(options))
  out.facts({ link, until })
  out.line(link)
  out.line(`Whoever opens it sees that until ${until}, and a ribbon that says so.`)
}

/** By their content: most of their names carry it. */
const filesDiffer = (before: VersionDocument, after: VersionDocument) => {
  const known = new Set(Object.values(before.files).map(({ sri }) => sri))
  const all = Object.values(after.files)
  const other = all.filter(({ sri }) => !known.has(sri)).length
  return other === 0 ? [] : [`files  ${other} of ${all.length} are other`]
}

const differences = (before: VersionDocument, after: VersionDocument): string[] => {
  const sizes = [sizeOf(before), sizeOf(after)] as const
  const files = filesDiffer(before, after)
  const size = sizes[0] === sizes[1] ? [] : [`first view  ${sizes[0]} → ${sizes[1]} kB gzipped`]
  if (isShellDocument(before) || isShellDocument(after)) return [...files, ...size]
  return [
    ...setsDiffer('page', paths(before), paths(after)),
    ...setsDiffer('slot', slots(before), slots(after)),
    ...setsDiffer('command', commands(before), commands(after)),
    ...setsDiffer('call', before.requires.api, after.requires.api),
    ...setsDiffer('needs', needs(before), needs(after)),
    ...files,
    ...size,
  ]
}

/** What became other in the declarations, line by line. */
const typesDiffer = async (before: VersionDocument, after: VersionDocument, client: Client) => {
  const names = [...new Set([...(before.types ?? []), ...(after.types ?? [])])].sort()
  const changed = names.filter((name) => before.files[name]?.sri !== after.files[name]?.sri)
  const linesOf = async (document: VersionDocument, name: string) =>
    document.types?.includes(name) ? (await client.file(document, name)).split('\n').map((line) => line.trim()) : []
  const differing = await Promise.all(
    changed.map(async (name) => setsDiffer(name, await linesOf(before, name), await linesOf(after, name))),
  )
  return differing.flat()
}

const paths = ({ contributes }: ModuleDocument) => contributes.routes.map(({ path }) => path)
const commands = ({ contributes }: ModuleDocument) => (contributes.commands ?? []).map(({ id }) => id)
const slots = ({ contributes }: ModuleDocument) => contributes.slots.map(({ slot }) => slot)
const needs = ({ requires }: ModuleDocument) => [
  `SDK ${requires.shellSdk}`,
  ...Object.entries(requires.shared).map(([name, range]) => `${name} ${range}`),
]

const sizeOf = ({ files, preload }: VersionDocument) =>
  (preload.default.reduce((sum, name) => sum + (files[name]?.gz ?? 0), 0) / 1000).toFixed(1)

const setsDiffer = (what: string, before: readonly string[], after: readonly string[]) => [
  ...before.filter((one) => !after.includes(one)).map((one) => `- ${what}  ${one}`),
  ...after.filter((one) => !before.includes(one)).map((one) => `+ ${what}  ${one}`),
]
