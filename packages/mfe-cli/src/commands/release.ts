import { RegistryApi } from '@griot/contracts/module-endpoints'
import { BrowserCheck, type ChangeAction, type ModuleState } from '@griot/contracts/module-pointer'
import type { ChangeRequest, ChangeResponse } from '@griot/contracts/module-registry'
import { type Call, type Command, parseModule, parsePercent, parseRamp, parseVersion } from '../command.ts'
import { usage } from '../output.ts'
import { flagsText, rampText, showChecks } from '../show.ts'

export const promote: Command = async (call) => {
  const { module, version } = parseVersion(call.words[0])
  const { canary: share, ramp } = call.options
  if (ramp !== undefined) return change(call, module, 'canary', { version, ...parseRamp(call.options) })
  if (share !== undefined) return change(call, module, 'canary', { version, percent: parsePercent(share) })
  return change(call, module, 'promote', { version })
}

/** A command that changes the module of its first argument. */
const changeCommand =
  (action: ChangeAction, readRequest: (call: Call) => ChangeRequest = () => ({})): Command =>
  async (call) =>
    change(call, parseModule(call.words), action, readRequest(call))

export const canary = changeCommand('canary', ({ words }) => ({ percent: parsePercent(words[1]) }))
export const rollback = changeCommand('rollback', ({ options }) => ({
  version: options.to,
  toLastGood: options['to-last-good'],
}))
export const enable = changeCommand('enable')
/** Without a range, ends all blocks of the module. */
export const unblock = changeCommand('unblock', ({ words }) => ({ range: words[1] }))

export const disable = changeCommand('disable', ({ options }) => {
  if (options.reason === undefined) throw usage('Give a reason: --reason "the ledger is being migrated".')
  return {}
})

export const retire = changeCommand('retire', ({ options }) => {
  if (options.reason === undefined) throw usage('Give a reason: --reason "moved into rewards".')
  return {}
})

export const block = changeCommand('block', ({ words: [, range] }) => {
  if (!range) throw usage("Name the versions: '<0.3.0', or 0.1.0-g3f2a1c90.")
  return { range }
})

const parseShare = (share: string) => {
  if (share === 'on') return 100
  return share === 'off' ? 0 : parsePercent(share)
}

export const flag = changeCommand('flag', ({ words: [, name, share] }) => {
  if (!name || !share) throw usage('Name a flag and a share: mfe flag rewards new-levels 25.')
  return { flag: name, percent: parseShare(share) }
})

export const policy = changeCommand('policy', ({ words: [, name, value] }) => {
  const browserCheck = BrowserCheck.safeParse(value)
  if (name !== 'browser-check' || !browserCheck.success) {
    throw usage('Name a rule: mfe policy rewards browser-check optional --reason "it has no page".')
  }
  return { browserCheck: browserCheck.data }
})

export const gc: Command = async ({ client, words, options, out }) => {
  const isDry = options['dry-run'] ?? false
  const params = { module: parseModule(words) }
  const collected = await client.send(RegistryApi.collectVersions, { params, body: { dryRun: isDry } })
  const { marked, removed, kept } = collected
  out.facts(collected)
  for (const name of removed) out.line(`${isDry ? 'would be removed' : 'removed'}  ${name}`)
  for (const name of marked) out.line(`${isDry ? 'not needed' : 'will be removed tomorrow'}  ${name}`)
  out.line(`${kept === 1 ? '1 version is' : `${kept} versions are`} kept: current or deployed within the last 30 days.`)
}

const change = async ({ client, options, out }: Call, module: string, action: ChangeAction, asked: ChangeRequest) => {
  const isDry = options['dry-run'] ?? false
  const watch = `${client.origin}/mfe/${module}`
  const object = [action, module, asked.version ?? asked.range ?? asked.flag].filter(Boolean).join(' ')
  const done = out.begin(isDry ? `Dry run: ${object}` : object)
  const request = { ...asked, reason: options.reason, force: options.force, dryRun: isDry }
  const { response, before } = await client.change(module, action, request)
  done(response.isNew ? (isDry ? 'would be done' : 'done') : 'nothing to change')
  out.facts({ ...response, watch })
  showChecks(out, response.change?.checks ?? [])
  out.line(
    `\n${isDry ? 'Then ' : ''}${stateText(module, response)}   revision ${response.rev}${isDry ? ' (unchanged)' : ''}`,
  )
  if (response.isNew && action === 'rollback') out.line(rollbackText(response, isDry))
  const ended = endedCanary(before, response)
  if (ended) out.line(ended)
  if (!isDry) out.line(`Watch it at ${watch}`)
}

const rollbackText = ({ change, state }: ChangeResponse, isDry: boolean) => {
  const was = isDry ? 'It would return' : 'It returned'
  if (change?.to !== state.stable) return ''
  return `${was} from ${change.from} to ${change.to}. To undo this, promote ${change.from} again.`
}

/** A module has one candidate, so a new version ends the canary of another team member. */
const endedCanary = (before: ModuleState | undefined, { state }: ChangeResponse) => {
  const candidate = before?.candidate
  if (!candidate || [state.stable, state.candidate?.version].includes(candidate.version)) return null
  return `This ends the canary of ${candidate.version} for ${candidate.percent} %.`
}

const stateText = (module: string, { state }: ChangeResponse) => {
  const { stable, candidate, lkg, flags, disabled, retired, browserCheck } = state
  if (retired) return `${module} is retired: ${disabled}`
  if (disabled !== null) return `${module} is switched off: ${disabled}`
  const share = candidate ? `, ${candidate.version} for ${candidate.percent} %${rampText(candidate)}` : ''
  const target = lkg && lkg !== stable ? `, rollback target ${lkg}` : ''
  return `${module} is at ${stable}${share}${target}${flags ? `, with ${flagsText(flags)}` : ''}${browserCheck === 'optional' ? ', without a required browser check' : ''}`
}
