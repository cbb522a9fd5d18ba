import './version-panel.css'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { OverrideAnswer, RegistryStatus } from '@griot/contracts/module-registry'
import { useStore } from '@griot/shell-sdk/react'
import { Button, buttonLook } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { useEffect, useState } from 'react'
import type { ModuleState } from './loader-contract.ts'
import type { Modules } from './modules.ts'
import { useAssignment, useModules } from './modules-context.ts'

interface VersionPanelProps {
  open: boolean
  onClose: () => void
  /** May look at other versions than everyone. */
  mayManage: boolean
}

/** What runs in this page, for whoever looks into a trouble; admins can look at other versions from here. */
export function VersionPanel({ open, onClose, mayManage }: VersionPanelProps) {
  const modules = useModules()
  const assignment = useAssignment()
  const status = useStatus(open && mayManage)
  const [wanted, setWanted] = useState<Readonly<Record<string, string>>>({})
  const [said, setSaid] = useState<{ text: string; isRefusal?: true } | null>(null)
  const { shell, newerShell, rev, overrides, isSafeMode } = assignment
  const names = Object.keys(assignment.modules).sort()

  const withLink = (use: (link: string) => Promise<void> | void) => async () => {
    try {
      await use(await linkTo(wanted))
    } catch (error) {
      setSaid({ text: error instanceof Error ? error.message : String(error), isRefusal: true })
    }
  }
  const handleCopyLink = withLink(async (link) => {
    await navigator.clipboard.writeText(link)
    setSaid({ text: 'The link is copied. It works for two hours.' })
  })
  const handleCopyFacts = async () => {
    await navigator.clipboard.writeText(factsOf(modules, assignment))
    setSaid({ text: 'Copied.' })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Modules in this page"
      description={`Shell ${shell}${newerShell ? ` (${newerShell} waits)` : ''}, revision ${rev}`}
    >
      <ul className="version-list">
        {names.map((name) => (
          <ModuleLine
            key={name}
            name={name}
            override={overrides?.[name]}
            versions={knownVersions(status, name)}
            wanted={wanted[name] ?? ''}
            onWant={(version) => setWanted(without(wanted, name, version))}
          />
        ))}
      </ul>
      <p role="status" className={said?.isRefusal ? 'version-refused' : undefined}>
        {said?.text}
      </p>
      <DialogActions>
        <Button look="secondary" size="small" onClick={handleCopyFacts}>
          Copy for a report
        </Button>
        {isSafeMode || overrides ? (
          <a href={isSafeMode ? '/' : '/mfe/v1/override'} {...buttonLook({ look: 'secondary', size: 'small' })}>
            {isSafeMode ? 'Leave safe mode' : 'See what everyone sees'}
          </a>
        ) : (
          <a href="?mfe=safe" {...buttonLook({ look: 'secondary', size: 'small' })}>
            Safe mode
          </a>
        )}
        {mayManage && (
          <a href="/mfe/" {...buttonLook({ look: 'secondary', size: 'small' })}>
            Registry
          </a>
        )}
        {Object.keys(wanted).length > 0 && (
          <>
            <Button look="secondary" size="small" onClick={handleCopyLink}>
              Copy the link
            </Button>
            <Button size="small" onClick={withLink((link) => window.location.assign(link))}>
              Try these
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface ModuleLineProps {
  name: string
  override: string | undefined
  /** Other versions to choose from; empty for those who may not. */
  versions: readonly string[]
  wanted: string
  onWant: (version: string) => void
}

function ModuleLine({ name, override, versions, wanted, onWant }: ModuleLineProps) {
  const modules = useModules()
  const assigned = useAssignment().modules[name]
  const loader = modules.loader(name)
  if (!assigned || !loader) return null
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {assigned.version}
        {override && ', only for you'}
      </span>
      <StateOf loader={loader} />
      {assigned.lkg && <span className="version-state">{assigned.lkg.version} is there to go back to</span>}
      {versions.length > 1 && (
        <select
          aria-label={`Version of ${name}`}
          value={wanted}
          onChange={({ currentTarget }) => onWant(currentTarget.value)}
        >
          <option value="">as it stands</option>
          {versions.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      )}
    </li>
  )
}

function StateOf({ loader }: { loader: NonNullable<ReturnType<Modules['loader']>> }) {
  return <span className="version-state">{stateText(useStore(loader.state))}</span>
}

const stateText = (state: ModuleState) => {
  switch (state.status) {
    case 'idle':
      return 'not loaded yet'
    case 'loading':
      return `${state.version} is on its way, try ${state.attempt + 1}`
    case 'ready':
      return `${state.version} runs`
    case 'failed':
      return `${state.failure.version} failed (${state.failure.stage})`
    case 'off':
      return 'switched off'
  }
}

/** Everything that someone who was not there needs to know. */
const factsOf = (modules: Modules, { shell, rev, overrides, isSafeMode, modules: assigned }: Assignment) =>
  [
    `${window.location.href} at ${new Date().toISOString()}`,
    `shell ${shell}, revision ${rev}${isSafeMode ? ', safe mode' : ''}`,
    ...Object.entries(assigned).map(([name, { version, flags = [] }]) => {
      const state = modules.loader(name)?.state.get()
      const on = flags.length > 0 ? `, with ${flags.join(', ')}` : ''
      return `${name} ${version}${overrides?.[name] ? ' (override)' : ''}${on}: ${state ? stateText(state) : 'unknown'}`
    }),
    navigator.userAgent,
  ].join('\n')

const without = (wanted: Readonly<Record<string, string>>, name: string, version: string) => {
  const { [name]: _, ...others } = wanted
  return version === '' ? others : { ...others, [name]: version }
}

const useStatus = (isWanted: boolean) => {
  const [status, setStatus] = useState<RegistryStatus | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    fetch('/mfe/v1/status', { signal: abort.signal })
      .then(async (response) => response.ok && setStatus((await response.json()) as RegistryStatus))
      // Without it there is nothing to choose from, and the rest is there all the same.
      .catch(() => {})
    return () => abort.abort()
  }, [isWanted])
  return status
}

/** Versions of a module that stand, stood, or were spoken of lately. */
const knownVersions = (status: RegistryStatus | null, module: string): string[] => {
  if (!status) return []
  const { stable, lkg, candidate, quarantined = [] } = status.modules[module] ?? {}
  const done = status.journal.flatMap(({ change }) => (change?.module === module ? [change.to, change.from] : []))
  const all = [stable, candidate?.version, lkg, ...quarantined, ...done]
  return [...new Set(all.filter((one) => one !== null && one !== undefined))]
}

const linkTo = async (modules: Readonly<Record<string, string>>) => {
  const response = await fetch('/mfe/v1/overrides', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ modules }),
  })
  const answer = (await response.json()) as OverrideAnswer & { message?: string }
  if (!response.ok) throw new Error(answer.message ?? 'The registry refused it.')
  return answer.link
}
