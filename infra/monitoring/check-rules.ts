import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { SetupError } from '../common/setup-error.ts'

/** Debian has promtool in the package `prometheus`. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const here = fileURLToPath(new URL('.', import.meta.url))
const read = (name: string) => readFileSync(join(here, name), 'utf8')

interface Alerts {
  groups: { rules: { alert: string }[] }[]
}
interface Tests {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown }[] }[]
}
interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: here, stdio: 'pipe' })

/** Runs the tests of the alerts, requires one for each alert, and checks the queries of the dashboard. Returns their numbers. */
export const checkRules = (folder: string) => {
  promtool('check', 'rules', 'alerts.yaml')
  promtool('test', 'rules', 'alerts.test.yaml')
  const { groups } = parse(read('alerts.yaml')) as Alerts
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const { tests } = parse(read('alerts.test.yaml')) as Tests
  const tested = tests.flatMap((test) => test.alert_rule_test)
  const fired = new Set(tested.filter((test) => test.exp_alerts !== undefined).map(({ alertname }) => alertname))
  const untested = alerts.filter((name) => !fired.has(name))
  if (untested.length > 0) throw new SetupError(`alerts.test.yaml does not fire ${untested.join(', ')}.`)

  const { panels } = JSON.parse(read('dashboard.json')) as Dashboard
  const queries = panels
    .flatMap(({ targets = [] }) => targets)
    // Grafana replaces this variable.
    .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'))
  const rules = queries.map((expr, at) => ({ record: `dashboard:${at}`, expr }))
  const file = join(folder, 'dashboard.yaml')
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
  promtool('check', 'rules', file)
  return { alerts: alerts.length, queries: queries.length }
}
