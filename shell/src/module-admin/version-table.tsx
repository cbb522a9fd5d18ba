import type { DeployedVersions } from '@griot/contracts/module-registry'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useVersions } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'
import { WideTable } from './wide-table.tsx'

const SHORT_COMMIT = 9

/** The deployed versions of a module with the commits that they were built from. */
export function VersionTable({ module }: { module: string }) {
  return (
    <TitledSection title="Versions">
      <QueryStates
        query={useVersions(module)}
        what="the versions"
        skeleton={<Skeleton height="10rem" />}
        empty={<p className="muted">No version was deployed yet.</p>}
      >
        {(versions) => (
          <WideTable
            label="Deployed versions"
            columns={['Version', 'Deployed', 'Commit', 'Branch', 'Author', 'Message', 'CI']}
            rows={versions.map((one) => ({ key: one.version, cells: cellsOf(one) }))}
          />
        )}
      </QueryStates>
    </TitledSection>
  )
}

const cellsOf = ({ version, deployed, source, misfit }: DeployedVersions['versions'][number]) => [
  misfit === null ? (
    version
  ) : (
    <span key="version">
      {version} <span className="bad">{misfit}</span>
    </span>
  ),
  deployed ? `${formatTime(deployed.at)} by ${formatAuthor(deployed.by)}` : 'part of the product',
  source?.commit?.slice(0, SHORT_COMMIT) ?? '–',
  source?.branch ?? '–',
  source?.author ?? '–',
  source?.message ?? '–',
  source?.link ? (
    <a key="job" href={source.link} rel="noopener noreferrer" aria-label={`CI job of ${version}`}>
      Job
    </a>
  ) : (
    '–'
  ),
]
