import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Tabs } from '@griot/ui/tabs'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { OWN_TAB_IDS } from '../admin/own-tab-ids.ts'
import { OnDemand } from '../on-demand.tsx'
import { PointsPanel } from '../points/points-panel.tsx'
import { AuditPanel } from './audit/audit-panel.tsx'
import { ModulesPanel } from './modules-panel.tsx'
import { PeoplePanel } from './people/people-panel.tsx'
import { ReportsPanel } from './reports/reports-panel.tsx'
import { ShowsPanel } from './shows/shows-panel.tsx'

interface DeskTab {
  /** In the address, such as `/admin?tab=queue`. */
  id: string
  label: string
  /** Called when the tab is selected. */
  load: () => Promise<ComponentType>
}

// A small tab is a part of this chunk: the module's entry, which has a budget, lists each chunk.
const TABS: readonly DeskTab[] = [
  { id: 'overview', label: 'Overview', load: async () => (await import('./overview-panel.tsx')).OverviewPanel },
  { id: 'people', label: 'People', load: async () => PeoplePanel },
  { id: 'shows', label: 'Shows', load: async () => ShowsPanel },
  { id: 'reports', label: 'Reports', load: async () => ReportsPanel },
  { id: 'queue', label: 'Queue', load: async () => (await import('../queue/queue-panel.tsx')).QueuePanel },
  { id: 'modules', label: 'Modules', load: async () => ModulesPanel },
  { id: 'audit', label: 'Audit log', load: async () => AuditPanel },
  { id: 'points', label: 'Points', load: async () => PointsPanel },
]

const DESK_IDS = TABS.map(({ id }) => id)

/** The address of a tab of the desk with its filter, such as `state=open`. Null if there is no such tab. */
export const deskPath = (id: string, filter = '') =>
  DESK_IDS.includes(id) ? `/admin?tab=${id}${filter && `&${filter}`}` : null

const loadAdminTabs = async () => (await import('../admin/admin-tabs.tsx')).AdminTabs

/** The admin page of an admin: the operations desk, and the tabs for the admin's own things. */
export function Desk() {
  const { value, onChange } = useTabInAddress([...DESK_IDS, ...OWN_TAB_IDS])
  const isDesk = DESK_IDS.includes(value)
  return (
    <>
      <nav aria-label="Parts of the admin page" className="studio:mb-4 studio:flex studio:gap-2">
        <PartLink to="/admin" text="Operations" isCurrent={isDesk} />
        <PartLink to={`/admin?tab=${OWN_TAB_IDS[0]}`} text="Your studio" isCurrent={!isDesk} />
      </nav>
      {isDesk ? (
        <Tabs label="Operations" value={value} onChange={onChange} tabs={TABS.map(withContent)} />
      ) : (
        <OnDemand load={loadAdminTabs} what="your studio" skeleton={<RowListSkeleton />}>
          {(AdminTabs) => <AdminTabs deskIds={DESK_IDS} />}
        </OnDemand>
      )}
    </>
  )
}

const withContent = ({ id, label, load }: DeskTab) => ({
  id,
  label,
  content: (
    <OnDemand load={load} what={`the tab ${label}`} skeleton={<RowListSkeleton />}>
      {(Panel) => <Panel />}
    </OnDemand>
  ),
})

interface PartLinkProps {
  to: string
  text: string
  isCurrent: boolean
}

const PART_LOOK =
  'studio:inline-flex studio:min-h-11 studio:items-center studio:rounded-full studio:border studio:border-line-strong studio:px-4 studio:font-semibold studio:hover:bg-raised studio:aria-[current=true]:border-ink studio:aria-[current=true]:bg-ink studio:aria-[current=true]:text-page'

function PartLink({ to, text, isCurrent }: PartLinkProps) {
  return (
    <Link to={to} aria-current={isCurrent} className={PART_LOOK}>
      {text}
    </Link>
  )
}
