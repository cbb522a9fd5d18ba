import './contributed-label.css'
import { MAX_BADGE_TEXT } from '@griot/contracts/modules'
import type { User } from '@griot/contracts/user'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useStore } from '@griot/shell-sdk/react'
import type { ModuleIcon as Icons } from '@griot/ui/module-icon'
import { useOnline } from '@griot/ui/use-online'
import { useQuery } from '@tanstack/react-query'
import Shapes from 'lucide-react/icons/shapes'
import { type ComponentProps, useEffect, useState } from 'react'
import { menuBadges } from '../modules/menu-badges.ts'
import { natives } from '../natives.ts'
import { whenIdle } from '../when-idle.ts'
import type { DeclaredEntry, MenuEntry } from './menu.tsx'

const FIVE_MINUTES_MS = 5 * 60_000
const MAX_COUNT = 99

type Entry = MenuEntry & { declared: DeclaredEntry }

export interface ContributedLabelProps {
  entry: Entry
  user: User | null
}

const loadModuleIcon = async () =>
  (await import(/* webpackChunkName: "module-icon" */ '@griot/ui/module-icon')).ModuleIcon

/** Icon, label and badge of an entry that a module contributes. The product's own entries have icons of their own. */
export function ContributedLabel({ entry, user }: ContributedLabelProps) {
  const { Icon, declared } = entry
  const badge = useBadge(entry, user)
  const ModuleIcon = useOnDemand<ComponentProps<typeof Icons>>(loadModuleIcon, Icon === Shapes)
  return (
    <>
      {Icon === Shapes && ModuleIcon ? <ModuleIcon name={declared.icon} /> : <Icon aria-hidden="true" />}
      <span aria-hidden={badge ? true : undefined}>{entry.label}</span>
      {badge && <span className="g-visually-hidden">{`${entry.label}, ${badge.spoken}`}</span>}
      {badge && (
        <span className="menu-badge" data-is-count={badge.isCount || undefined} aria-hidden="true">
          {badge.shown}
        </span>
      )}
    </>
  )
}

/** The badge that the running module set, else the one that it declares. */
const useBadge = (entry: Entry, user: User | null) => {
  const { id, badge } = entry.declared
  const set = useStore(menuBadges, (all) => all[id]?.badge)
  const count = useCount(entry, set === undefined ? user : null)
  return describeBadge(set ?? badge?.text ?? count ?? 0)
}

const describeBadge = (badge: number | string) => {
  if (typeof badge === 'string') {
    // Not with `slice` of the string, which would cut an emoji in two.
    const text = [...badge].slice(0, MAX_BADGE_TEXT).join('')
    return text && { shown: text, spoken: text, isCount: false }
  }
  const count = Math.floor(badge)
  // Also without NaN, which a module may set.
  if (!(count >= 1)) return null
  const [shown, spoken] = count > MAX_COUNT ? [`${MAX_COUNT}+`, `more than ${MAX_COUNT} new`] : [count, `${count} new`]
  return { shown, spoken, isCount: true }
}

/** The count of the module's service. Requested when the page is idle or shown again, and once in five minutes at most. */
const useCount = ({ module, isFailing, declared }: Entry, user: User | null) => {
  const { badge, version, isDisabled } = declared
  const isIdle = useIdle()
  const isOnline = useOnline()
  const isNeeded = badge?.count !== undefined && user !== null && !isFailing && !isDisabled
  const { data } = useQuery({
    queryKey: ['menu-badge', user?.id, module, badge?.count],
    queryFn: ({ signal }) => readCount(`/api/x/${module}${badge?.count}`, `${module}@${version}`, signal),
    enabled: isNeeded && isIdle && isOnline,
    staleTime: FIVE_MINUTES_MS,
    refetchOnWindowFocus: true,
  })
  return isNeeded ? data : undefined
}

/** 0 if the service does not return a count, so that a failed request is repeated only after five minutes. */
const readCount = async (address: string, moduleVersion: string, signal: AbortSignal): Promise<number> => {
  const { fetch } = natives()
  try {
    const response = await fetch(address, { signal, headers: { 'x-mfe': moduleVersion } })
    const { count } = (await response.json()) as { count?: unknown }
    return response.ok && typeof count === 'number' ? count : 0
  } catch (error) {
    signal.throwIfAborted()
    console.warn(`the badge of ${moduleVersion} has no count`, error)
    return 0
  }
}

const useIdle = () => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
