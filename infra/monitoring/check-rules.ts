import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'

/** Prometheus’ own tool; Debian has it in the package `prometheus`. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const here = fileURLToPath(new URL('.', import.meta.url))
const read = (name: string) => readFileSync(join(here, name), 'utf8')

const Alerts = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
const Tests = z.object({
  tests: z.array(
    z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.unknown().optional() })) }),
  ),
})
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: here, stdio: 'pipe' })

/** What fires each alert and what does not, and that Prometheus understands what the dashboard asks. Answers what it held. */
export const checkRules = (folder: string) => {
  promtool('check', 'rules', 'alerts.yaml')
  promtool('test', 'rules', 'alerts.test.yaml')
  const alerts = Alerts.parse(parse(read('alerts.yaml'))).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const tried = Tests.parse(parse(read('alerts.test.yaml'))).tests.flatMap((one) => one.alert_rule_test)
  const fired = new Set(tried.filter((one) => one.exp_alerts !== undefined).map(({ alertname }) => alertname))
  const untried = alerts.filter((name) => !fired.has(name))
  if (untried.length > 0) throw new SetupError(`Nothing in alerts.test.yaml fires ${untried.join(', ')}.`)

  const questions = Dashboard.parse(JSON.parse(read('dashboard.json')))
    .panels.flatMap(({ targets }) => targets)
    // What Grafana puts there.
    .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'))
  const asRules = questions.map((expr, at) => ({ record: `dashboard:${at}`, expr }))
  const file = join(folder, 'dashboard.yaml')
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
  promtool('check', 'rules', file)
  return { alerts: alerts.length, questions: questions.length }
}
