import { GetDescription, ReadDescription } from '@griot/contracts/description'
import { QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import { Row, RowList } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import type { ReactNode } from 'react'
import { PageLink } from './page-link.tsx'

interface Tool {
  href: string
  title: string
  text: ReactNode
}

const MODULES: Tool = {
  href: '/mfe/',
  title: 'Modules',
  text: 'Versions, releases, rollbacks, errors and teams of the front ends.',
}

const TOOLS: readonly Tool[] = [
  { href: ReadDescription.path, title: 'API documentation', text: 'Every call, with a form to try it.' },
  { href: GetDescription.path, title: 'OpenAPI description', text: 'The same as a file for programs.' },
  { href: QUEUE_BOARD_PATH, title: 'Queue dashboard', text: 'The jobs of the queue, for experts.' },
  {
    href: '/metrics',
    title: 'Metrics',
    text: (
      <>
        The figures of the gateway for Prometheus. Those of a service are at <code>/metrics/</code> and its name, such
        as <code>/metrics/catalog</code>. Programs send the token <code>METRICS_TOKEN</code>.
      </>
    ),
  },
]

/** Links to the pages for operators that are outside of the studio. */
export function ModulesPanel() {
  return (
    <div className="studio:grid studio:gap-8">
      <Section title="Front ends">
        <ToolList tools={[MODULES]} />
      </Section>
      <Section title="Tools">
        <ToolList tools={TOOLS} />
      </Section>
    </div>
  )
}

function ToolList({ tools }: { tools: readonly Tool[] }) {
  return (
    <RowList>
      {tools.map(({ href, title, text }) => (
        <Row key={href} title={<PageLink page={href}>{title}</PageLink>} note={text} />
      ))}
    </RowList>
  )
}
