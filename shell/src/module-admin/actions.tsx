import { call } from '@griot/contracts/client'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { ChangeAction } from '@griot/contracts/module-pointer'
import type { ChangeRequest } from '@griot/contracts/module-registry'
import { Input, Select } from '@griot/ui/input'
import type { ReactNode } from 'react'
import { type ModuleState, messageOf, type Status, useVersions } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'

/** Returns the content of a field. */
type Text = (field: string) => string

/** Something that an admin can do after a confirmation. */
export interface Action {
  /** The text of its button. */
  label: string
  /** The title of its dialog. */
  title: string
  /** Whether the dialog asks for a reason for the audit log. */
  reason?: 'optional' | 'required'
  /** Further inputs of the dialog. */
  fields?: ReactNode
  /** Sends the form. An error has a message for the user. */
  send(text: Text): Promise<unknown>
  /** Shows the response; without it, the dialog closes. */
  result?(response: unknown): ReactNode
}

/** Percentages of users that get a candidate or a flag before everyone does. */
const SHARES = [5, 25, 50]

const TARGETS = [
  { value: '100', label: 'everyone' },
  ...SHARES.map((percent) => ({ value: String(percent), label: `${percent} %` })),
]

/** The buttons of a module's card, in their order. */
export const actionsOf = ({ env, previous }: Status, module: string, state: ModuleState): Action[] => {
  const { stable, lkg, candidate, disabled, blocked = [], flags = {}, browserCheck } = state
  const send = (action: ChangeAction, text: Text, body: ChangeRequest) =>
    call(RegistryApi.changeModule, {
      params: { env, module, action },
      body: { ...body, reason: text('reason') || undefined },
    })
  const change = (label: string, title: string, action: ChangeAction, body: ChangeRequest = {}): Action => ({
    ...{ label, title, reason: 'optional' },
    send: (text) => send(action, text, body),
  })

  const actions: Action[] = []
  if (candidate) {
    const { version } = candidate
    for (const percent of SHARES.filter((share) => share > candidate.percent)) {
      actions.push(change(`Release to ${percent} %`, `Release ${module} to ${percent} %`, 'canary', { percent }))
    }
    actions.push(change('Release to everyone', `Release ${version} to everyone`, 'promote', { version }))
  }
  actions.push({
    ...{ label: 'Release another version…', title: `Release another version of ${module}`, reason: 'optional' },
    fields: <VersionFields module={module} current={stable} />,
    send: async (text) => {
      const version = text('version')
      const percent = Number(text('percent'))
      if (version === '') throw new Error(`No other version of ${module} was deployed.`)
      return percent === 100 ? send('promote', text, { version }) : send('canary', text, { version, percent })
    },
  })
  if (candidate) {
    actions.push(change('Roll back', `Withdraw the candidate ${candidate.version} of ${module}`, 'rollback'))
  } else if (previous[module]) {
    actions.push(
      change('Roll back', `Roll ${module} back to ${previous[module]}, current before ${stable}`, 'rollback'),
    )
  }
  if (lkg !== null && lkg !== stable && (candidate || lkg !== previous[module])) {
    const title = `Return ${module} to ${lkg}, the last known good version`
    actions.push(change('Return to last good', title, 'rollback', { toLastGood: true }))
  }
  // The shell cannot be switched off or retired, and has no flags.
  if (module !== 'shell') {
    actions.push(
      disabled === null
        ? {
            ...change('Switch off', `Switch ${module} off`, 'disable'),
            reason: 'required',
            fields: <p>Its pages show a message until the module is switched on again. Nothing is deleted.</p>,
          }
        : change('Switch on', `Switch ${module} on`, 'enable'),
      {
        ...{ label: 'Set a flag…', title: `Set a flag of ${module}`, reason: 'optional' },
        fields: <FlagFields flags={Object.keys(flags)} />,
        send: (text) => send('flag', text, { flag: text('flag'), percent: Number(text('percent')) }),
      },
      {
        ...change('Retire', `Retire ${module}`, 'retire'),
        reason: 'required',
        fields: <p>Its pages and menu entries disappear for everyone. Promote a version to bring it back.</p>,
      },
    )
  }
  actions.push({
    ...{ label: 'Block versions…', title: `Block versions of ${module}`, reason: 'optional' },
    fields: <RangeField />,
    send: (text) => send('block', text, { range: text('range') }),
  })
  const isOptional = browserCheck === 'optional'
  const rule = isOptional ? 'Require browser check' : 'Make browser check optional'
  actions.push({
    ...{ label: rule, title: `Releases of ${module} ${isOptional ? 'need' : 'do not need'} a browser check` },
    fields: (
      <p>
        {isOptional
          ? 'A version must pass `mfe verify --browser` before all users get it.'
          : 'All users can get a version that no browser has opened.'}
      </p>
    ),
    reason: 'required',
    send: (text) => send('policy', text, { browserCheck: isOptional ? 'required' : 'optional' }),
  })
  for (const { range } of blocked) {
    actions.push(change(`Unblock ${range}`, `Unblock ${module} ${range}`, 'unblock', { range }))
  }
  return actions
}

export const freezeAction = ({ env, frozen }: Status): Action => ({
  label: frozen === null ? 'Freeze releases' : 'Unfreeze releases',
  title: frozen === null ? 'Freeze the releases of all modules' : 'Allow releases again',
  ...(frozen === null && {
    reason: 'optional',
    fields: <p>Until then, versions can only be rolled back, switched off and blocked.</p>,
  }),
  send: (text) => {
    const reason = frozen === null ? text('reason') || 'frozen by an admin' : null
    return call(RegistryApi.freeze, { params: { env }, body: { reason } })
  },
})

/** Any deployed version, for everyone or for a share of users first. */
function VersionFields({ module, current }: { module: string; current: string }) {
  const versions = useVersions(module)
  const others = (versions.data ?? []).filter(({ version }) => version !== current)
  return (
    <>
      <Select
        label="Version"
        name="version"
        hint={versions.isPending ? 'Loading the versions …' : undefined}
        error={versions.error ? messageOf(versions.error) : undefined}
        options={others.map(({ version, deployed }) => ({
          value: version,
          label: deployed
            ? `${version}, ${formatTime(deployed.at)} by ${formatAuthor(deployed.by)}`
            : `${version}, part of the product`,
        }))}
      />
      <Select label="For" name="percent" options={TARGETS} />
    </>
  )
}

/** A switch in the module's code: on for everyone, for a share of users, or off. */
function FlagFields({ flags }: { flags: readonly string[] }) {
  return (
    <>
      <Input
        label="Flag"
        name="flag"
        required
        autoComplete="off"
        pattern="[a-z][a-z0-9\-]{0,39}"
        title="Small letters, digits and dashes"
        defaultValue={flags.length === 1 ? flags[0] : ''}
        list="known-flags"
      />
      <datalist id="known-flags">
        {flags.map((flag) => (
          <option key={flag} value={flag} />
        ))}
      </datalist>
      <Select label="For" name="percent" options={[...TARGETS, { value: '0', label: 'no one' }]} />
    </>
  )
}

function RangeField() {
  return (
    <Input
      label="Versions"
      name="range"
      required
      autoComplete="off"
      placeholder="<0.2.0"
      title="One version, or a range of numbers such as <0.2.0"
      hint="Their requests are rejected from now on. Open pages continue with the current version."
    />
  )
}
