import './version-ribbon.css'
import type { Assignment } from '@griot/contracts/modules'

/** Whoever does not see what everyone sees must see that they do not. */
export function VersionRibbon({ overrides = {}, isSafeMode }: Pick<Assignment, 'overrides' | 'isSafeMode'>) {
  const names = Object.entries(overrides).map(([module, version]) => `${module} ${version}`)
  return (
    <aside className="version-ribbon" aria-label="Versions on trial">
      <span>
        {isSafeMode
          ? 'Safe mode: only the frame, your account and the player run.'
          : `You are trying ${names.join(', ')}.`}
      </span>
      {isSafeMode ? <a href="/">Leave safe mode</a> : <a href="/mfe/v1/override">See what everyone sees</a>}
    </aside>
  )
}
