import type { Assignment } from '@griot/contracts/module-assignment'
import { useReservedHeight } from '../use-reserved-height.ts'
import { useAssignment } from './modules-context.ts'

/**
 * Shows that this browser uses other versions than everyone else. It is part of the first page, although few users see it:
 * a separate chunk could fail to load, and would shift the page.
 */
export function VersionRibbon() {
  const { overrides, isSafeMode = false } = useAssignment()
  if (overrides === undefined && !isSafeMode) return null
  return <Ribbon overrides={overrides ?? {}} isSafeMode={isSafeMode} />
}

function Ribbon({ overrides, isSafeMode }: Required<Pick<Assignment, 'overrides' | 'isSafeMode'>>) {
  const ribbon = useReservedHeight('--g-ribbon')
  const names = Object.entries(overrides).map(([module, version]) => `${module} ${version}`)
  return (
    <aside ref={ribbon} className="version-ribbon" aria-label="Versions on trial">
      <span>
        {isSafeMode
          ? 'Safe mode: only the frame, your account and the player run.'
          : `You are trying ${names.join(', ')}.`}
      </span>
      {isSafeMode ? <a href="/">Leave safe mode</a> : <a href="/mfe/v1/override">See what everyone sees</a>}
    </aside>
  )
}
