import type { Change, CheckResult, Flag, ModuleState } from '@griot/contracts/module-pointer'
import type { RegistryStatus, VersionHealth } from '@griot/contracts/module-registry'
import type { Output } from './output.ts'

const MARKS: Record<CheckResult['outcome'], string> = { ok: '✓', warn: '!', refuse: '✗' }

export const showChecks = (out: Output, checks: readonly CheckResult[]) => {
  for (const { id, outcome, says } of checks) out.line(`  ${MARKS[outcome]} ${id.padEnd(4)} ${says}`)
}

export const showModule = (
  out: Output,
  module: string,
  { stable, candidate, lkg, disabled, blocked = [], flags, browserCheck }: ModuleState,
  { health, notShown, previous }: Pick<RegistryStatus, 'health' | 'notShown' | 'previous'>,
) => {
  const indent = ' '.repeat(12)
  const notes = [
    ...(disabled === null ? [] : [`SWITCHED OFF: ${disabled}`]),
    ...(previous[module] ? [`rollback returns to ${previous[module]}`] : []),
    ...(lkg && lkg !== stable ? [`last known good: ${lkg}`] : []),
    ...blocked.map(({ range, reason }) => `blocked: ${range}, ${reason}`),
    ...(flags ? [flagsText(flags)] : []),
    ...(browserCheck === 'optional' ? ['no browser check required'] : []),
  ]
  out.line(`\n${module.padEnd(12)} ${stable}  ${healthText(health, module, stable)}`)
  if (candidate) {
    const { version, percent } = candidate
    out.line(
      `${indent} ${version}  candidate for ${percent} %${rampText(candidate)}  ${healthText(health, module, version)}`,
    )
  }
  if (notes.length > 0) out.line(`${indent} ${notes.join('   ')}`)
  for (const { says } of notShown.filter((one) => one.module === module)) out.line(`${indent} NOT SHOWN: ${says}`)
}

/** `, 25 % at 2026-11-23T12:00:00.000Z, then 100 %`. */
export const rampText = ({ ramp }: NonNullable<ModuleState['candidate']>) => {
  if (!ramp) return ''
  const [next, ...rest] = ramp.shares
  return `, ${next} % at ${ramp.until}${rest.map((share) => `, then ${share} %`).join('')}`
}

/** `flags new-levels 25 %, old-chart on`. */
export const flagsText = (flags: Readonly<Record<string, Flag>>) => {
  const each = Object.entries(flags).map(([name, { percent }]) => `${name} ${percent === 100 ? 'on' : `${percent} %`}`)
  return `flags ${each.sort().join(', ')}`
}

/** One line of the audit log. */
export const changeText = (
  { action, module, from, to, flag, percent, range, browserCheck, retired, by, reason }: Change,
  at: string,
) => {
  const rule = browserCheck && `browser-check ${browserCheck}`
  const object = flag ?? range ?? rule ?? [from, to].filter((version) => version !== null).join(' → ')
  const share = percent === undefined ? '' : ` for ${percent} %`
  const name = (retired && 'retire') || (rule && 'policy') || action
  return `${at}  ${name} ${module ?? ''} ${object}${share}  by ${by}${reason ? `: ${reason}` : ''}`
}

const healthText = (health: readonly VersionHealth[], module: string, version: string) => {
  const found = health.find((one) => one.module === module && one.version === version)
  if (!found) return ''
  const { sessions, failedSessions, stalledSessions, faultySessions, loadP75 } = found
  const facts = [
    `${failedSessions} of ${sessions} sessions failed`,
    ...(stalledSessions === 0 ? [] : [`${stalledSessions} of them rendered nothing`]),
    ...(faultySessions === 0 ? [] : [`the API failed in ${faultySessions}`]),
    ...(loadP75 === null ? [] : [`loads in ${Math.round(loadP75)} ms`]),
  ]
  return facts.join(', ')
}
