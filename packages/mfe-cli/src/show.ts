import type { Change, CheckResult, Flag, Standing } from '@griot/contracts/module-pointer'
import type { RegistryStatus, VersionHealth } from '@griot/contracts/module-registry'
import type { Output } from './command.ts'

const MARKS: Record<CheckResult['outcome'], string> = { ok: '✓', warn: '!', refuse: '✗' }

export const showChecks = (out: Output, checks: readonly CheckResult[]) => {
  for (const { id, outcome, says } of checks) out.line(`  ${MARKS[outcome]} ${id.padEnd(4)} ${says}`)
}

export const showStanding = (
  out: Output,
  module: string,
  standing: Standing,
  { health, notShown }: Pick<RegistryStatus, 'health' | 'notShown'>,
) => {
  const { stable, candidate, lkg, disabled, blocked = [], flags } = standing
  const notes = [
    disabled === null ? null : `SWITCHED OFF: ${disabled}`,
    lkg && lkg !== stable ? `good before: ${lkg}` : null,
    ...blocked.map(({ range, reason }) => `blocked: ${range}, ${reason}`),
    flags ? flagsText(flags) : null,
  ].filter((note) => note !== null)
  out.line(`\n${module.padEnd(12)} ${stable}  ${healthText(health, module, stable)}`)
  if (candidate) {
    const share = `candidate for ${candidate.percent} %`
    out.line(`${''.padEnd(12)} ${candidate.version}  ${share}  ${healthText(health, module, candidate.version)}`)
  }
  if (notes.length > 0) out.line(`${''.padEnd(12)} ${notes.join('   ')}`)
  for (const { says } of notShown.filter((one) => one.module === module)) {
    out.line(`${''.padEnd(12)} NOT SHOWN: ${says}`)
  }
}

/** Switches and for how many they are on: `flags new-levels 25 %, old-chart on`. */
export const flagsText = (flags: Readonly<Record<string, Flag>>) => {
  const each = Object.entries(flags).map(([name, { percent }]) => `${name} ${percent === 100 ? 'on' : `${percent} %`}`)
  return `flags ${each.sort().join(', ')}`
}

export const showChange = (out: Output, rev: number, at: string, change: Change) =>
  out.line(`  ${String(rev).padStart(4)}  ${changeText(change, at)}`)

/** What was done, by whom, when and why, in one line. */
export const changeText = ({ action, module, from, to, flag, percent, range, by, reason }: Change, at: string) => {
  const versions = flag ?? range ?? [from, to].filter((version) => version !== null).join(' → ')
  const share = percent === undefined ? '' : ` for ${percent === 0 ? 'nobody' : `${percent} %`}`
  return `${at}  ${action} ${module ?? ''} ${versions}${share}  by ${by}${reason ? `: ${reason}` : ''}`
}

const healthText = (health: readonly VersionHealth[], module: string, version: string) => {
  const known = health.find((one) => one.module === module && one.version === version)
  if (!known) return ''
  const { sessions, failedSessions, stalledSessions, faultySessions, loadP75 } = known
  const facts = [
    `${failedSessions} of ${sessions} sessions failed`,
    stalledSessions === 0 ? null : `${stalledSessions} of them saw nothing of it`,
    faultySessions === 0 ? null : `the API failed for ${faultySessions}`,
    loadP75 === null ? null : `loads in ${Math.round(loadP75)} ms`,
  ]
  return facts.filter((fact) => fact !== null).join(', ')
}
