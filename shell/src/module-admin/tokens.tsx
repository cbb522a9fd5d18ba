import { call } from '@griot/contracts/client'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { TeamToken, TokenScope } from '@griot/contracts/module-registry'
import { Button } from '@griot/ui/button'
import { Input, Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import type { Action } from './actions.tsx'
import { useTokens } from './api.ts'
import { formatAuthor, formatTime } from './format.ts'
import { WideTable } from './wide-table.tsx'

/** The tokens with which the `mfe` command deploys and releases a module. */
export function Tokens({ modules, onAct }: { modules: readonly string[]; onAct: (action: Action) => void }) {
  return (
    <section aria-labelledby="tokens-title">
      <h2 id="tokens-title" className="section-title">
        Team tokens
      </h2>
      <p className="muted">
        With a token, the mfe command deploys a module and releases it.{' '}
        <Button look="secondary" size="small" onClick={() => onAct(createAction(modules))}>
          New token…
        </Button>
      </p>
      <QueryStates
        query={useTokens()}
        what="the tokens"
        skeleton={<Skeleton height="6rem" />}
        empty={<p className="muted">There is no token yet.</p>}
      >
        {(tokens) => <TokenTable tokens={tokens} onAct={onAct} />}
      </QueryStates>
    </section>
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

const SCOPES = [
  { value: 'deploy release', label: 'deploy and release' },
  { value: 'deploy', label: 'deploy only' },
]

const createAction = (modules: readonly string[]): Action => ({
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
        autoComplete="off"
      />
      <datalist id="token-modules">
        {modules.map((module) => (
          <option key={module} value={module} />
        ))}
      </datalist>
      <Input label="Label" name="label" required maxLength={80} autoComplete="off" />
      <Input label="Days" name="days" type="number" required min={1} max={366} defaultValue={90} />
      <Select label="Scopes" name="scopes" options={SCOPES} />
    </>
  ),
  send: (text) =>
    call(RegistryApi.createToken, {
      body: {
        module: text('module'),
        label: text('label'),
        days: Number(text('days')),
        scopes: text('scopes').split(' ') as TokenScope[],
      },
    }),
  result: (response) => (
    <Input label="Token, shown only once" readOnly ref={focusAndSelect} value={(response as { token: string }).token} />
  ),
})

const focusAndSelect = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}
