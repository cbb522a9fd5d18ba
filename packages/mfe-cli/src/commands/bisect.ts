import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { Revisions } from '@griot/contracts/module-registry'
import { type GetVerdict, promptForVerdict, runForVerdict } from '../bisect/get-verdict.ts'
import { questionsFor, search, type Verdict } from '../bisect/search.ts'
import { type Row, revisionsBetween, type Step, versionsBetween } from '../bisect/steps.ts'
import { type Client, ENV, hasCode } from '../client.ts'
import { type Call, type Command, parseMinutes, parseModule } from '../command.ts'
import { refused, usage } from '../output.ts'

const MAX_VERSIONS = 500
const REVISIONS_PER_REQUEST = 200
const REVISIONS_FOR_SHIPPED = 400

/** With a module, finds the first bad version of it; without one, the first bad revision of the environment. */
export const bisect: Command = async (call) => {
  const { words, options, out } = call
  const getVerdict = options.run === undefined ? promptForVerdict() : runForVerdict(options.run)
  const row = words.length === 0 ? await revisionRow(call) : await versionRow(call, parseModule(words))
  const tried: { name: string; verdict: Verdict }[] = []
  out.line(`${row[0].name} is good, ${row[row.length - 1]?.name} is bad.`)

  const { good, bad, doubtful } = await search(row, async (step, between) => {
    const left = questionsFor(between)
    out.line(`\n${step.name}   ${between} between, about ${left} ${left === 1 ? 'step' : 'steps'}`)
    out.line(`  ${step.about}`)
    const verdict = await tryStep(call, step, getVerdict)
    tried.push({ name: step.name, verdict })
    return verdict
  })

  const diff = bad.diff(good)
  out.facts({ good: good.facts, bad: bad.facts, doubtful: doubtful.map(({ facts }) => facts), tried })
  if (doubtful.length > 0) {
    throw refused(
      `The first bad one is one of these ${doubtful.length + 1}; the others were skipped.`,
      [...doubtful, bad].map(({ name, about }) => `${name}   ${about}`),
    )
  }
  out.line(`\nThe first bad one is ${bad.name}.`)
  out.line(`  ${bad.about}`)
  if (diff !== null) out.line(`  ${diff}`)
}

const tryStep = async ({ client, options, out }: Call, step: Step, getVerdict: GetVerdict): Promise<Verdict> => {
  const skip = (problem: string | undefined) => {
    out.line(`  skipped: ${problem}`)
    return 'skip' as const
  }
  if (step.misfit !== null) return skip(step.misfit)
  try {
    const { link } = await client.override(step.override, parseMinutes(options))
    out.line(`  ${link}`)
    const verdict = await getVerdict(link)
    if (options.run !== undefined) out.line(`  ${verdict}`)
    return verdict
  } catch (error) {
    // Old versions are removed after some time.
    if (hasCode(error, 'version.not_found')) return skip(error.sentence)
    throw error
  }
}

const versionRow = async ({ client, options }: Call, module: string): Promise<Row> => {
  const { good, bad = (await client.status()).modules[module]?.stable } = options
  if (good === undefined || bad === undefined) throw usage('Name a good version and a bad one: --good … --bad …')
  const query = { limit: MAX_VERSIONS }
  const { versions } = await client.send(RegistryApi.listVersions, { params: { module }, query })
  const revisions = await readRevisions(client, { limit: REVISIONS_FOR_SHIPPED })
  return versionsBetween(module, versions, revisions, { good, bad })
}

const revisionRow = async ({ client, options, out }: Call): Promise<Row> => {
  const good = parseRevision(options.good)
  const bad = options.bad === undefined ? (await client.status()).rev : parseRevision(options.bad)
  if (good >= bad) throw usage(`The good revision ${good} must be earlier than the bad one ${bad}.`)
  const revisions: Revisions['revisions'] = []
  for (let before = bad; before >= good; before -= REVISIONS_PER_REQUEST) {
    const limit = Math.min(REVISIONS_PER_REQUEST, before - good + 1)
    revisions.push(...(await readRevisions(client, { before, limit })))
  }
  const { row, untested } = revisionsBetween(revisions, { good, bad })
  if (untested.length > 0) {
    out.line('Not tested, because a link cannot undo these changes:')
    for (const change of untested) out.line(`  ${change}`)
  }
  return row
}

const readRevisions = async (client: Client, query: { before?: number; limit: number }) =>
  (await client.send(RegistryApi.listRevisions, { params: { env: ENV }, query })).revisions

const parseRevision = (text: string | undefined) => {
  const rev = Number(text)
  if (!Number.isSafeInteger(rev) || rev < 1)
    throw usage('Name a good revision: --good 405. mfe status lists revisions.')
  return rev
}
