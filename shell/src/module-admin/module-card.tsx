import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import type { ReactNode } from 'react'
import { type Action, actionsOf } from './actions.tsx'
import type { ModuleState, Status } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'
import { HealthTable } from './health-table.tsx'

interface ModuleCardProps {
  status: Status
  module: string
  state: ModuleState
  /** Its name is a link to its page. */
  isLinked?: boolean
  onAct: (action: Action) => void
}

const OUTCOMES = { ok: 'passed', warn: 'warning', refuse: 'refused' } as const

/** One module: the health of its versions, its state, the checks of its last release, and what an admin can do. */
export function ModuleCard({ status, module, state, isLinked = false, onAct }: ModuleCardProps) {
  const { since, by, disabled, quarantined, blocked = [], flags = {}, browserCheck } = state
  const previews = status.previews.filter((one) => one.module === module)
  const notShown = status.notShown.find((one) => one.module === module)?.says
  const checks = checksOf(status, module, state.candidate?.version ?? state.stable)

  return (
    <article id={`module-${module}`} className={disabled !== null || notShown ? 'module troubled' : 'module'}>
      <header>
        <h2>{isLinked ? <a href={`/mfe/${module}`}>{module}</a> : module}</h2>
        {disabled !== null && <Badge tone="danger">off</Badge>}
      </header>
      <HealthTable state={state} health={status.health.filter((one) => one.module === module)} />
      <dl>
        <Fact name="Since">
          {formatTime(since)}, by {formatAuthor(by)}
        </Fact>
        <Fact name="Rolled back" isBad>
          {quarantined.join(', ')}
        </Fact>
        {blocked.map(({ range, reason }) => (
          <Fact key={range} name="Blocked" isBad>
            {range}, {reason}
          </Fact>
        ))}
        {Object.entries(flags).map(([name, { percent }]) => (
          <Fact key={name} name="Flag">
            {name}
            {percent === 100 ? ', on' : `, for ${percent} %`}
          </Fact>
        ))}
        {previews.map(({ name, link, version, at }) => (
          <Fact key={name} name="Preview">
            <a href={link}>{name.replace('preview-', '')}</a>, at {version} since {formatTime(at)}
          </Fact>
        ))}
        {state.candidate?.ramp && (
          <Fact name="Ramp">
            {state.candidate.ramp.shares.join(' %, ')} %, the next at {formatTime(state.candidate.ramp.until)}
          </Fact>
        )}
        <Fact name="Browser check">{browserCheck === 'optional' && 'not required for a release'}</Fact>
        <Fact name="Switched off" isBad>
          {disabled}
        </Fact>
        <Fact name="Not shown" isBad>
          {notShown}
        </Fact>
      </dl>
      {checks.length > 0 && (
        <details>
          <summary>{checks.length} release checks</summary>
          <ul>
            {checks.map(({ id, outcome, says }) => (
              <li key={id + says} data-outcome={outcome}>
                {id} {OUTCOMES[outcome]}: {says}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="actions">
        {actionsOf(status, module, state).map((action) => (
          <Button
            // One button switches the module off and on, so that it keeps the focus.
            key={action.label.replace(/^Switch.*/, 'switch').replace(/.*rowser check.*/, 'rule')}
            look="secondary"
            size="small"
            aria-label={`${action.label}: ${action.title}`}
            onClick={() => onAct(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </article>
  )
}

function Fact({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className={isBad ? 'bad' : undefined}>{children}</dd>
    </>
  )
}

const checksOf = ({ journal }: Status, module: string, version: string) =>
  journal.find(({ change }) => change?.module === module && change.to === version && change.checks)?.change?.checks ??
  []
