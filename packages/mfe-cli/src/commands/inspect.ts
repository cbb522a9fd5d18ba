import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { isShellDocument, type ModuleDocument, type VersionDocument } from '@griot/contracts/modules'
import type { Client } from '../client.ts'
import { type Call, type Command, linkToPage, parseMinutes, parseModule, parseVersion } from '../command.ts'
import { saveComparisons } from '../compare-types.ts'
import { refused, usage } from '../output.ts'
import { changeText, showChecks, showModule } from '../show.ts'
import { verifyInBrowser } from './verify-in-browser.ts'

const SHOWN_CHANGES = 10

export const verify: Command = async (call) => {
  const { client, cwd, out } = call
  const params = parseVersion(call.words[0])
  const { module, version } = params
  await saveComparisons(client, await client.document(module, version), cwd)
  const { checks } = await client.send(RegistryApi.checkVersion, { params })
  out.facts({ module, version, checks })
  showChecks(out, checks)
  if (checks.some(({ outcome }) => outcome === 'refuse')) {
    throw refused(`The checks refuse ${module} ${version}.`)
  }
  if (call.options.browser) await testInBrowser(call, module, version)
  const isUntested = !call.options.browser && checks.some(({ id, outcome }) => id === 'C10' && outcome === 'warn')
  out.line(`${module} ${version} may be ${isUntested ? 'a candidate' : 'promoted'}.`)
}

const MAX_PROBLEMS = 50
const MAX_CHARACTERS = 500

/** Runs the browser check and stores its result in the registry, which requires it for a promotion. */
export const testInBrowser = (call: Pick<Call, 'client' | 'out'>, module: string, version: string) =>
  verifyInBrowser(call, module, version, (found) => {
    const problems = found.slice(0, MAX_PROBLEMS).map((problem) => problem.slice(0, MAX_CHARACTERS))
    return call.client.send(RegistryApi.saveBrowserVerdict, { params: { module, version }, body: { problems } })
  })

export const status: Command = async ({ client, words, out }) => {
  const shown = selectModule(words[0], await client.status())
  const { rev, frozen, modules, journal, previews } = shown
  out.facts(shown)
  out.line(`revision ${rev}${frozen === null ? '' : `   FROZEN: ${frozen}`}`)
  for (const [module, state] of Object.entries(modules).sort()) showModule(out, module, state, shown)
  if (previews.length > 0) out.line('\nPreviews')
  for (const { name, module, version, at, link } of previews)
    out.line(`  ${name}  ${module} ${version}  ${at}\n    ${link}`)
  const changes = journal.slice(0, SHOWN_CHANGES)
  if (changes.length > 0) out.line('\nLast changes')
  for (const { rev: number, at, change } of changes) {
    if (change) out.line(`  ${String(number).padStart(4)}  ${changeText(change, at)}`)
  }
}

const selectModule = (wanted: string | undefined, all: RegistryStatus): RegistryStatus => {
  if (wanted === undefined) return all
  const state = Object.hasOwn(all.modules, wanted) ? all.modules[wanted] : undefined
  if (!state) {
    const known = Object.keys(all.modules).sort().join(', ')
    throw refused(`${wanted} has no released version.`, known === '' ? [] : [`Modules: ${known}.`])
  }
  const isWanted = ({ module }: { module: string }) => module === wanted
  return {
    ...all,
    modules: { [wanted]: state },
    health: all.health.filter(isWanted),
    notShown: all.notShown.filter(isWanted),
    previews: all.previews.filter(isWanted),
    journal: all.journal.filter(({ change }) => change?.module === wanted),
  }
}

export const diff: Command = async ({ client, words, out }) => {
  const module = parseModule(words)
  const [, one, other] = words
  if (!one || !other) throw usage('Name two versions.')
  const [before, after] = await Promise.all([client.document(module, one), client.document(module, other)])
  const differences = [...documentDiff(before, after), ...(await typesDiff(before, after, client))]
  out.facts({ differences })
  for (const line of differences.length > 0 ? differences : ['The documents of the versions are equal.']) out.line(line)
}

export const override: Command = async ({ client, words, options, out }) => {
  const pairs = words.map((word) => word.split('='))
  if (pairs.length === 0 || pairs.some(([module, version]) => !module || !version)) {
    throw usage('Name a module and a version: mfe override rewards=0.1.0-g3f2a1c90.')
  }
  const created = await client.override({ modules: Object.fromEntries(pairs) }, parseMinutes(options))
  const link = linkToPage(created.link, options.path)
  const { until } = created
  out.facts({ link, until })
  out.line(link)
  out.line(`The link works until ${until}. A ribbon on the page shows the override.`)
}

const documentDiff = (before: VersionDocument, after: VersionDocument): string[] => {
  const known = new Set(Object.values(before.files).map(({ sri }) => sri))
  const files = Object.values(after.files)
  const changed = files.filter(({ sri }) => !known.has(sri)).length
  const sizes = [sizeOf(before), sizeOf(after)] as const
  const fileDiff = [
    ...(changed === 0 ? [] : [`files  ${changed} of ${files.length} differ`]),
    ...(sizes[0] === sizes[1] ? [] : [`first view  ${sizes[0]} → ${sizes[1]} kB gzipped`]),
  ]
  if (isShellDocument(before) || isShellDocument(after)) return fileDiff
  const diffOf = (what: string, list: (document: ModuleDocument) => readonly string[]) =>
    setDiff(what, list(before), list(after))
  return [
    ...diffOf('page', ({ contributes }) => contributes.routes.map(({ path }) => path)),
    ...diffOf('slot', ({ contributes }) => contributes.slots.map(({ slot }) => slot)),
    ...diffOf('declared slot', ({ contributes }) => (contributes.declares ?? []).map(({ slot }) => slot)),
    ...diffOf('menu entry', ({ contributes }) => contributes.nav.map(({ label }) => label)),
    ...diffOf('action', ({ contributes }) => (contributes.actions ?? []).map(({ id }) => id)),
    ...diffOf('command', ({ contributes }) => (contributes.commands ?? []).map(({ id }) => id)),
    ...diffOf('API part', ({ requires }) => requires.api),
    ...diffOf('requires', ({ requires }) =>
      Object.entries({ SDK: requires.shellSdk, ...requires.shared }).map(([name, range]) => `${name} ${range}`),
    ),
    ...fileDiff,
  ]
}

/** The lines of the declarations that differ. */
const typesDiff = async (before: VersionDocument, after: VersionDocument, client: Client) => {
  const names = [...new Set([...(before.types ?? []), ...(after.types ?? [])])].sort()
  const changed = names.filter((name) => before.files[name]?.sri !== after.files[name]?.sri)
  const linesOf = async (document: VersionDocument, name: string) =>
    document.types?.includes(name) ? (await client.file(document, name)).split('\n').map((line) => line.trim()) : []
  const differing = await Promise.all(
    changed.map(async (name) => setDiff(name, await linesOf(before, name), await linesOf(after, name))),
  )
  return differing.flat()
}

const sizeOf = ({ files, preload }: VersionDocument) =>
  (preload.default.reduce((sum, name) => sum + (files[name]?.gz ?? 0), 0) / 1000).toFixed(1)

const setDiff = (what: string, before: readonly string[], after: readonly string[]) => [
  ...before.filter((one) => !after.includes(one)).map((one) => `- ${what}  ${one}`),
  ...after.filter((one) => !before.includes(one)).map((one) => `+ ${what}  ${one}`),
]
