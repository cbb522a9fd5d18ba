import { askPerson, runCommand } from '../bisect/judge.ts'
import { questionsFor, search, type Verdict } from '../bisect/search.ts'
import { type Row, revisionsBetween, type Step, versionsBetween } from '../bisect/steps.ts'
import { type Client, Refused } from '../client.ts'
import { type Call, type Command, minutesOf, oneModule } from '../command.ts'
import { EXIT, Stop, usage } from '../outcome.ts'

const MOST_VERSIONS = 500
const PAST_AT_ONCE = 200
const PAST_FOR_SHIPPED = 400

/**
 * `mfe bisect <module> --good <version> [--bad <version>]`: which version broke it; without a module, and with revisions
 * instead of versions, which change of anything did. Nothing is kept but what this one run knows.
 */
export const bisect: Command = async (call) => {
  const { words, options, out } = call
  const judge = options.run === undefined ? askPerson() : runCommand(options.run)
  const row = words.length === 0 ? await revisionsOf(call) : await versionsOf(call, oneModule(words))
  const tried: { name: string; verdict: Verdict }[] = []
  out.line(`${row[0].name} is good, ${row[row.length - 1]?.name} is bad.`)

  const found = await search(row, async (step, between) => {
    const left = questionsFor(between)
    out.line(`\n${step.name}   ${between} between, about ${left} ${left === 1 ? 'step' : 'steps'}`)
    out.line(`  ${step.about}`)
    const verdict = await judgeStep(call, step, judge)
    tried.push({ name: step.name, verdict })
    return verdict
  })

  const { good, bad, doubtful } = found
  const diff = bad.diff(good)
  out.facts({ good: good.facts, bad: bad.facts, doubtful: doubtful.map(({ facts }) => facts), tried })
  if (doubtful.length > 0) {
    throw new Stop(
      EXIT.refused,
      `What broke it is one of these ${doubtful.length + 1}; the others could not be judged.`,
      [...[...doubtful, bad].map(({ name, about }) => `${name}   ${about}`)],
    )
  }
  out.line(`\nThe first bad one is ${bad.name}.`)
  out.line(`  ${bad.about}`)
  if (diff !== null) out.line(`  ${diff}`)
}

const judgeStep = async ({ client, options, out }: Call, step: Step, judge: (link: string) => Promise<Verdict>) => {
  const link = step.misfit === null ? await linkTo(client, step, minutesOf(options)) : { missing: step.misfit }
  if ('missing' in link) {
    out.line(`  skipped: ${link.missing}`)
    return 'skip'
  }
  out.line(`  ${link.link}`)
  const verdict = await judge(link.link)
  if (options.run !== undefined) out.line(`  ${verdict}`)
  return verdict
}

const linkTo = async (client: Client, { sight }: Step, minutes: number | undefined) => {
  try {
    return await client.override(sight, minutes)
  } catch (error) {
    // Old versions are cleared away some day.
    if (error instanceof Refused && error.apiCode === 'version.not_found') return { missing: error.message }
    throw error
  }
}

const versionsOf = async ({ client, options }: Call, module: string): Promise<Row> => {
  const { good, bad = (await client.status()).modules[module]?.stable } = options
  if (good === undefined || bad === undefined) throw usage('Name a good version and a bad one: --good … --bad …')
  const { versions } = await client.versions(module, MOST_VERSIONS)
  const wasShipped = versions.some(({ deployed }) => deployed === null)
  const past = wasShipped ? (await client.revisions(undefined, PAST_FOR_SHIPPED)).revisions : []
  return versionsBetween(module, versions, past, { good, bad })
}

const revisionsOf = async ({ client, options, out }: Call): Promise<Row> => {
  const good = revisionIn(options.good)
  const bad = options.bad === undefined ? (await client.status()).rev : revisionIn(options.bad)
  if (good >= bad) throw usage(`Revision ${good} came after ${bad}: the good one is the earlier one.`)
  const past: Awaited<ReturnType<Client['revisions']>>['revisions'] = []
  for (let before = bad; before >= good; before -= PAST_AT_ONCE) {
    past.push(...(await client.revisions(before, Math.min(PAST_AT_ONCE, before - good + 1))).revisions)
  }
  const { row, besides } = revisionsBetween(past, { good, bad })
  if (besides.length > 0) {
    out.line('Not gone through, for no link takes it back for one person:')
    for (const change of besides) out.line(`  ${change}`)
  }
  return row
}

const revisionIn = (text: string | undefined) => {
  const rev = Number(text)
  if (!Number.isSafeInteger(rev) || rev < 1)
    throw usage('Name a revision at which all was well: --good 405. mfe status tells them.')
  return rev
}
