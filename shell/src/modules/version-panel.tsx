import './version-panel.css'
import { call } from '@griot/contracts/client'
import { ApiError } from '@griot/contracts/errors'
import type { AssignedModule, Assignment } from '@griot/contracts/module-assignment'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import { useStore } from '@griot/shell-sdk/react'
import { Button, buttonLook } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { useEffect, useState } from 'react'
import { natives } from '../natives.ts'
import type { ModuleLoader } from './loader.ts'
import type { ModuleState } from './module-state.ts'
import type { Modules } from './modules.ts'
import { useAssignment, useModules } from './modules-context.ts'

interface VersionPanelProps {
  open: boolean
  onClose: () => void
  /** May try other versions. */
  mayManage: boolean
}

/** Shows the versions of the page, for support. Admins can try other versions. */
export function VersionPanel({ open, onClose, mayManage }: VersionPanelProps) {
  const modules = useModules()
  const assignment = useAssignment()
  const [status, setStatus] = useState<RegistryStatus>()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const { message, copy, withLink } = useOverrideLink(chosen)
  const { shell, newerShell, rev, overrides, isSafeMode } = assignment

  // For the choice of versions. Without it, the panel offers no choice.
  useEffect(() => {
    if (open && mayManage) call(RegistryApi.readStatus, {}, { ask: natives().fetch }).then(setStatus, () => {})
  }, [open, mayManage])

  const handleCopyLink = withLink((link) => copy(link, 'The link is copied. It works for two hours.'))
  const handleCopyReport = () => copy(reportOf(modules, assignment), 'Copied.')

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Modules in this page"
      description={`Shell ${shell}${newerShell ? ` (${newerShell} is pending)` : ''}, revision ${rev}`}
    >
      <ul className="version-list">
        {Object.entries(assignment.modules)
          .sort()
          .map(([name, assigned]) => {
            const loader = modules.loader(name)
            if (!loader) return null
            return (
              <ModuleLine
                key={name}
                {...{ name, assigned, loader }}
                override={overrides?.[name]}
                versions={knownVersions(status, name)}
                chosen={chosen[name] ?? ''}
                onChoose={(version) => setChosen(choose(chosen, name, version))}
              />
            )
          })}
      </ul>
      <p role="status" className={message?.isError ? 'version-refused' : undefined}>
        {message?.text}
      </p>
      <DialogActions>
        <Button look="secondary" size="small" onClick={handleCopyReport}>
          Copy for a report
        </Button>
        {isSafeMode && <PanelLink href="/">Leave safe mode</PanelLink>}
        {overrides && !isSafeMode && <PanelLink href="/mfe/v1/override">See what everyone sees</PanelLink>}
        {!overrides && !isSafeMode && <PanelLink href="?mfe=safe">Safe mode</PanelLink>}
        {mayManage && <PanelLink href="/mfe/">Registry</PanelLink>}
        {Object.keys(chosen).length > 0 && (
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

interface Message {
  text: string
  isError?: true
}

/** Requests a link to the chosen versions. `message` describes the result. */
const useOverrideLink = (chosen: Readonly<Record<string, string>>) => {
  const [message, setMessage] = useState<Message | null>(null)
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage({ text: done })
    } catch {
      setMessage({ text: `The browser did not allow the copy. Copy it here: ${text}`, isError: true })
    }
  }
  const withLink = (use: (link: string) => Promise<void> | void) => async () => {
    const input = { body: { modules: chosen } }
    try {
      await use((await call(RegistryApi.createOverride, input, { ask: natives().fetch })).link)
    } catch (error) {
      const text = error instanceof ApiError ? error.sentence : String(error)
      setMessage({ text: text ?? 'The registry rejected the request.', isError: true })
    }
  }
  return { message, copy, withLink }
}

function PanelLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} {...buttonLook({ look: 'secondary', size: 'small' })}>
      {children}
    </a>
  )
}

interface ModuleLineProps {
  name: string
  assigned: AssignedModule
  loader: ModuleLoader
  override: string | undefined
  /** Versions to choose from; empty without the permission. */
  versions: readonly string[]
  chosen: string
  onChoose: (version: string) => void
}

function ModuleLine({ name, assigned, loader, override, versions, chosen, onChoose }: ModuleLineProps) {
  const state = useStore(loader.state)
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {assigned.version}
        {override && ', only for you'}
      </span>
      <span className="version-state">{stateText(state)}</span>
      {assigned.lkg && <span className="version-state">{assigned.lkg.version} is the last known good version</span>}
      {versions.length > 1 && (
        <select
          aria-label={`Version of ${name}`}
          value={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          <option value="">as assigned</option>
          {versions.map((version) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      )}
    </li>
  )
}

const stateText = (state: ModuleState) => {
  switch (state.status) {
    case 'idle':
      return 'not loaded yet'
    case 'loading':
      return `${state.version} is loading, attempt ${state.attempt + 1}`
    case 'ready':
      return `${state.version} runs`
    case 'failed':
      return `${state.failure.version} failed (${state.failure.stage})`
    case 'off':
      return 'switched off'
  }
}

/** The text of a problem report. */
const reportOf = (modules: Modules, { shell, rev, overrides, isSafeMode, modules: assigned }: Assignment) =>
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

const choose = (chosen: Readonly<Record<string, string>>, name: string, version: string) => {
  const { [name]: _, ...others } = chosen
  return version === '' ? others : { ...others, [name]: version }
}

/** Versions of a module that are or were assigned recently. */
const knownVersions = (status: RegistryStatus | undefined, module: string): string[] => {
  if (!status) return []
  const { stable, lkg, candidate, quarantined = [] } = status.modules[module] ?? {}
  const done = status.journal.flatMap(({ change }) => (change?.module === module ? [change.to, change.from] : []))
  const all = [stable, candidate?.version, lkg, ...quarantined, ...done]
  return [...new Set(all.filter((one) => one !== null && one !== undefined))]
}
