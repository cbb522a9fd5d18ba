import type { CheckedProcess, ProcessState } from '@griot/contracts/overview'
import { Badge } from '@griot/ui/badge'
import { Row, RowList } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import { deskPath } from './desk-tabs.tsx'
import { PageLink } from './page-link.tsx'

const NAMES: Record<CheckedProcess['name'], { title: string; text: string; page: string | null }> = {
  gateway: { title: 'Gateway', text: 'Pages, sign-in and audio', page: '/metrics' },
  database: { title: 'Database', text: 'PostgreSQL', page: '/metrics' },
  catalog: { title: 'Catalog', text: 'Shows, episodes and search', page: '/metrics/catalog' },
  'listening-points': {
    title: 'Listening and points',
    text: 'Sessions, library and points',
    page: '/metrics/listening-points',
  },
  media: { title: 'Media', text: 'Uploads and recordings', page: '/metrics/media' },
  worker: { title: 'Media worker', text: 'Processing of recordings', page: deskPath('queue') },
  queue: { title: 'Queue', text: 'Jobs of the worker', page: deskPath('queue') },
  store: { title: 'Object store', text: 'Files of recordings and pictures', page: '/metrics/media' },
}

const STATES: Record<ProcessState, { text: string; tone: 'teal' | 'points' | 'danger' | 'plain' }> = {
  ready: { text: 'Working', tone: 'teal' },
  paused: { text: 'Paused', tone: 'points' },
  down: { text: 'Down', tone: 'danger' },
  unknown: { text: 'Not known', tone: 'plain' },
}

/** Processes that do not work are first. */
const ORDER: readonly ProcessState[] = ['down', 'unknown', 'paused', 'ready']

export function Processes({ processes }: { processes: readonly CheckedProcess[] }) {
  const sorted = processes.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  const broken = processes.filter(({ state }) => state === 'down').length
  return (
    <Section title="Processes" aside={<p className="studio:text-sm studio:text-muted">{summaryOf(broken)}</p>}>
      <RowList>
        {sorted.map(({ name, state }) => {
          const { title, text, page } = NAMES[name]
          return (
            <Row
              key={name}
              title={<PageLink page={page}>{title}</PageLink>}
              facts={text}
              end={<Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>}
            />
          )
        })}
      </RowList>
    </Section>
  )
}

const summaryOf = (broken: number) => {
  if (broken === 0) return 'None is down.'
  return broken === 1 ? '1 is down.' : `${broken} are down.`
}
