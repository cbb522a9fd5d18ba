import type { Standing } from '@griot/contracts/module-pointer'
import type { ChangeAction, ChangeAnswer, ChangeRequest } from '@griot/contracts/module-registry'
import { type Call, type Command, moduleAtVersion, oneModule, percentOf } from '../command.ts'
import { usage } from '../outcome.ts'
import { flagsText, showChecks } from '../show.ts'

/** `mfe promote <module>@<version> [--canary 5]`: everyone sees it, or at first a share of the people. */
export const promote: Command = async (call) => {
  const { module, version } = moduleAtVersion(call.words[0])
  const { canary: share } = call.options
  if (share !== undefined) return change(call, module, 'canary', { version, percent: percentOf(share) })
  return change(call, module, 'promote', { version })
}

/** `mfe canary <module> <percent>`: more or fewer people see the candidate. */
export const canary: Command = async (call) => {
  const module = oneModule(call.words)
  return change(call, module, 'canary', { percent: percentOf(call.words[1]) })
}

/** `mfe rollback <module> [--to <version>]`: what was good before, at once. */
export const rollback: Command = async (call) => {
  const { to } = call.options
  return change(call, oneModule(call.words), 'rollback', to === undefined ? {} : { version: to })
}

/** `mfe disable <module> --reason …`: only what its places say when they fail. */
export const disable: Command = async (call) => {
  if (call.options.reason === undefined) throw usage('Say why: --reason "the ledger is being moved".')
  return change(call, oneModule(call.words), 'disable', {})
}

export const enable: Command = async (call) => change(call, oneModule(call.words), 'enable', {})

/** `mfe block <module> '<0.3.0' [--reason …]`: those versions are answered nothing more, and their tabs take a newer one. */
export const block: Command = async (call) => change(call, oneModule(call.words), 'block', { range: rangeOf(call) })

/** `mfe unblock <module> '<0.3.0'` */
export const unblock: Command = async (call) =>
  change(call, oneModule(call.words), 'unblock', call.words[1] === undefined ? {} : { range: rangeOf(call) })

const rangeOf = ({ words: [, range] }: Call) => {
  if (!range) throw usage("Say which versions: '<0.3.0', or 0.1.0-g3f2a1c90.")
  return range
}

/** `mfe flag <module> <name> <on|off|percent>`: a switch in the module's code, for everyone, nobody or some. */
export const flag: Command = async (call) => {
  const [, name, share] = call.words
  if (!name || !share) throw usage('Say which and for whom: mfe flag rewards new-levels 25.')
  const percent = share === 'on' ? 100 : share === 'off' ? 0 : percentOf(share)
  return change(call, oneModule(call.words), 'flag', { flag: name, percent })
}

/** `mfe gc <module> [--dry-run]`: clears away what neither stands nor stood lately. The gateway does it by itself as well. */
export const gc: Command = async ({ client, words, options, out }) => {
  const isDry = options['dry-run'] ?? false
  const { condemned, removed, kept } = await client.collect(oneModule(words), isDry)
  out.facts({ condemned, removed, kept })
  for (const one of removed) out.line(`${isDry ? 'would go' : 'gone'}       ${one}`)
  for (const one of condemned) out.line(`${isDry ? 'not needed' : 'goes tomorrow'}  ${one}`)
  const keeps = kept === 1 ? '1 version is kept: it stands, stood' : `${kept} versions are kept: they stand, stood`
  out.line(`${keeps} in the last 30 days, or ${kept === 1 ? 'is' : 'are'} new.`)
}

const change = async ({ client, options, out }: Call, module: string, action: ChangeAction, asked: ChangeRequest) => {
  const isDry = options['dry-run'] ?? false
  const done = out.begin(
    `${isDry ? 'Trying to ' : ''}${[action, module, asked.version ?? asked.range ?? asked.flag].filter(Boolean).join(' ')}`,
  )
  const { answer, before } = await client.change(module, action, {
    ...asked,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
    ...(options.force ? { force: true } : {}),
    ...(isDry ? { dryRun: true } : {}),
  })
  done(answer.isNew ? (isDry ? 'it would be done' : 'done') : 'it is so already')
  out.facts({ ...answer, watch: `${client.origin}/mfe/` })
  showChecks(out, answer.change?.checks ?? [])
  out.line()
  out.line(`${isDry ? 'Then ' : ''}${standingText(module, answer)}   revision ${answer.rev}${isDry ? ' still' : ''}`)
  const replaced = replacedTrial(before, answer)
  if (replaced) out.line(replaced)
  if (isDry) return
  out.line(`Watch it at ${client.origin}/mfe/`)
}

/** There is one candidate: who brings another one should know that somebody's trial ends. */
const replacedTrial = (before: Standing | undefined, { standing }: ChangeAnswer) => {
  const candidate = before?.candidate
  if (!candidate || candidate.version === standing.stable || candidate.version === standing.candidate?.version)
    return null
  return `The trial of ${candidate.version}, for ${candidate.percent} %, ends by this.`
}

const standingText = (module: string, { standing }: ChangeAnswer) => {
  if (standing.disabled !== null) return `${module} is switched off: ${standing.disabled}`
  const { stable, candidate, lkg, flags } = standing
  const trial = candidate ? `, ${candidate.version} for ${candidate.percent} %` : ''
  const on = flags ? `, with ${flagsText(flags)}` : ''
  return `${module} is at ${stable}${trial}${lkg && lkg !== stable ? `, with ${lkg} to go back to` : ''}${on}`
}
