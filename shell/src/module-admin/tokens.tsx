import { call } from '@griot/contracts/client'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { TeamToken, TokenScope } from '@griot/contracts/module-team'
import { Button } from '@griot/ui/button'
import { Input, Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import type { Action } from './actions.tsx'
import { useTokens } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'
import { WideTable } from './wide-table.tsx'

interface TokensProps {
  /** The module of the tokens; without it, the tokens of all modules. */
  module?: string | undefined
  /** Known modules, for a new token. */
  modules?: readonly string[]
  /** Whether the caller may create a token that changes the team. */
  mayManage: boolean
  onAct: (action: Action) => void
}

/** The tokens with which the `mfe` command deploys and releases a module. */
export function Tokens({ module, modules = [], mayManage, onAct }: TokensProps) {
  const tokens = useTokens()
  const query = { ...tokens, data: tokens.data?.filter((token) => module === undefined || token.module === module) }
  return (
    <TitledSection title="Team tokens">
      <p className="muted">
        With a token, the mfe command deploys a module and releases it.{' '}
        <Button look="secondary" size="small" onClick={() => onAct(createAction({ module, modules, mayManage }))}>
          New token…
        </Button>
      </p>
      <QueryStates
        query={query}
        what="the tokens"
        skeleton={<Skeleton height="6rem" />}
        empty={<p className="muted">There is no token yet.</p>}
      >
        {(shown) => <TokenTable tokens={shown} onAct={onAct} />}
      </QueryStates>
    </TitledSection>
  )
}

function TokenTable({ tokens, onAct }: { tokens: readonly TeamToken[]; onAct: (action: Action) => void }) {
  return (
    <WideTable
      label="Tokens"
      columns={['Module', 'Label', 'Scopes', 'Expires', 'Last used', 'Created by', 'Action']}
      rows={tokens.map(({ id, module, label, scopes, expiresAt, lastUsedAt, createdBy }) => ({
        key: id,
        cells: [
          module,
          label,
          scopes.join(', '),
          formatTime(expiresAt),
          lastUsedAt === null ? 'never' : formatTime(lastUsedAt),
          formatAuthor(createdBy),
          <Button
            key="revoke"
            look="secondary"
            size="small"
            aria-label={`Revoke: the token of ${module} for ${label}`}
            onClick={() =>
              onAct({
                label: 'Revoke',
                title: `Revoke the token of ${module} for ${label}`,
                send: () => call(RegistryApi.deleteToken, { params: { id } }),
              })
            }
          >
            Revoke
          </Button>,
        ],
      }))}
    />
  )
}

export const SCOPES = [
  { value: 'deploy release', label: 'deploy and release' },
  { value: 'deploy', label: 'deploy only' },
]

const MANAGES = { value: 'deploy release manage', label: 'deploy, release and change the team' }

const createAction = ({ module, modules = [], mayManage }: Omit<TokensProps, 'onAct'>): Action => ({
  label: 'New token…',
  title: 'New token',
  fields: (
    <>
      <Input
        label="Module"
        name="module"
        required
        maxLength={40}
        pattern="[a-z][a-z0-9\-]*"
        list="token-modules"
        readOnly={module !== undefined}
        defaultValue={module}
        autoComplete="off"
      />
      <datalist id="token-modules">
        {modules.map((module) => (
          <option key={module} value={module} />
        ))}
      </datalist>
      <Input label="Label" name="label" required maxLength={80} autoComplete="off" />
      <Input label="Days" name="days" type="number" required min={1} max={366} defaultValue={90} />
      <Select label="Scopes" name="scopes" options={mayManage ? [...SCOPES, MANAGES] : SCOPES} />
    </>
  ),
  send: (text) => {
    const scopes = text('scopes').split(' ')
    return call(RegistryApi.createToken, {
      body: {
        module: text('module'),
        label: text('label'),
        days: Number(text('days')),
        scopes: scopes.filter((scope): scope is TokenScope => scope !== 'manage'),
        manages: scopes.includes('manage'),
      },
    })
  },
  result: (response) => (
    <Input label="Token, shown only once" readOnly ref={focusAndSelect} value={(response as { token: string }).token} />
  ),
})

export const focusAndSelect = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}
