import type { VersionHealth } from '@griot/contracts/module-registry'
import type { ModuleState } from './api.ts'
import { formatShare } from './format.ts'

/** Hints by column. */
const COLUMNS = {
  Version: undefined,
  Share: undefined,
  Failed: undefined,
  'API errors': 'Users whose API calls failed with 5xx',
  Load: 'Three of four users have it loaded within this time',
}

// A version with a higher share of failed sessions is marked.
const HIGH_FAILURE_SHARE = 0.02

/** The health of each version of a module: those that the registry assigns and those that open tabs still run. */
export function HealthTable({ state, health }: { state: ModuleState; health: readonly VersionHealth[] }) {
  const { stable, lkg, candidate } = state
  const allSessions = health.reduce((sum, { sessions }) => sum + sessions, 0)
  const versions = new Set([stable, candidate?.version, lkg, ...health.map(({ version }) => version)])

  return (
    <table className="health">
      <caption>Last five to ten minutes</caption>
      <thead>
        <tr>
          {Object.entries(COLUMNS).map(([text, hint]) => (
            <th key={text} scope="col" title={hint}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...versions].map(
          (version) =>
            version && (
              <tr key={version}>
                <th scope="row">
                  <span className="version">{version}</span> <span className="muted">{roleOf(version, state)}</span>
                </th>
                <HealthCells health={health.find((one) => one.version === version)} allSessions={allSessions} />
              </tr>
            ),
        )}
      </tbody>
    </table>
  )
}

function HealthCells({ health, allSessions }: { health: VersionHealth | undefined; allSessions: number }) {
  const { sessions = 0, failedSessions = 0, stalledSessions = 0, faultySessions = 0, loadP75 = null } = health ?? {}
  const failed = failedSessions / sessions
  return (
    <>
      <td>{sessions > 0 ? `${formatShare(sessions / allSessions)} (${sessions})` : 'no users'}</td>
      <td className={failed > HIGH_FAILURE_SHARE ? 'bad' : undefined}>
        {sessions > 0 ? formatShare(failed) : '–'}
        {stalledSessions > 0 && `, ${stalledSessions} rendered nothing`}
      </td>
      <td>{faultySessions || '–'}</td>
      <td>{loadP75 === null ? '–' : `${Math.round(loadP75)} ms`}</td>
    </>
  )
}

const roleOf = (version: string, { stable, candidate, lkg, quarantined }: ModuleState) => {
  if (version === candidate?.version) return `candidate, ${candidate.percent} %`
  if (version === stable) return 'current'
  if (quarantined.includes(version)) return 'rolled back'
  return version === lkg ? 'last known good' : 'in open tabs'
}
