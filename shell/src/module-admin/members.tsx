import { call } from '@griot/contracts/client'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { Team, TokenScope } from '@griot/contracts/module-team'
import { Input, Select } from '@griot/ui/input'
import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { ActionButton } from './action-button.tsx'
import type { Action } from './actions.tsx'
import { formatAuthor, formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'
import { SCOPES } from './tokens.tsx'
import { WideTable } from './wide-table.tsx'

interface MembersProps {
  module: string
  team: QueryStatesProps<Team>['query']
  onAct: (action: Action) => void
}

/** The people and the CI jobs that release a module. */
export function Members({ module, team, onAct }: MembersProps) {
  return (
    <TitledSection title="Team">
      <QueryStates query={team} what="the team" skeleton={<Skeleton height="8rem" />}>
        {(data) => (
          <>
            {data.isManaged && (
              <p className="actions">
                <ActionButton action={addMember(module)} onAct={onAct} />
                <ActionButton action={addCiRule(module)} onAct={onAct} />
              </p>
            )}
            {data.members.length + data.ciRules.length === 0 ? (
              <p className="muted">The module has no members. Admins release it.</p>
            ) : (
              <TeamTable module={module} team={data} onAct={onAct} />
            )}
          </>
        )}
      </QueryStates>
    </TitledSection>
  )
}

function TeamTable({ module, team, onAct }: { module: string; team: Team; onAct: (action: Action) => void }) {
  const { members, ciRules, isManaged } = team
  const button = (action: Action) => isManaged && <ActionButton key="remove" action={action} onAct={onAct} />
  return (
    <WideTable
      label="Members"
      columns={['Member', 'Role', 'Added', 'Action']}
      rows={[
        ...members.map(({ userId, email, name, isOwner, addedBy, addedAt }) => ({
          key: userId,
          cells: [
            name === '' ? email : `${name}, ${email}`,
            isOwner ? 'owner' : 'member',
            `${formatTime(addedAt)} by ${formatAuthor(addedBy)}`,
            button({
              label: 'Remove',
              title: `Remove ${email} from ${module}`,
              send: () => call(RegistryApi.removeMember, { params: { module, user: userId } }),
            }),
          ],
        })),
        ...ciRules.map(({ id, claims, scopes, addedBy, addedAt }) => ({
          key: id,
          cells: [
            `CI jobs with ${claimsText(claims)}`,
            scopes.join(', '),
            `${formatTime(addedAt)} by ${formatAuthor(addedBy)}`,
            button({
              label: 'Remove',
              title: `Remove the CI jobs with ${claimsText(claims)}`,
              send: () => call(RegistryApi.removeCiRule, { params: { module, id } }),
            }),
          ],
        })),
      ]}
    />
  )
}

const claimsText = (claims: Readonly<Record<string, string>>) =>
  Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

const ROLES = [
  { value: 'member', label: 'member' },
  { value: 'owner', label: 'owner' },
]

const addMember = (module: string): Action => ({
  label: 'Add a member…',
  title: `Add a member of ${module}`,
  fields: (
    <>
      <Input
        label="E-mail"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        hint="The person must have signed in once. For a member, this changes the role."
      />
      <Select label="Role" name="role" options={ROLES} />
    </>
  ),
  send: (text) =>
    call(RegistryApi.saveMember, {
      params: { module },
      body: { email: text('email'), isOwner: text('role') === 'owner' },
    }),
})

const addCiRule = (module: string): Action => ({
  label: 'Add CI jobs…',
  title: `Let CI jobs release ${module}`,
  fields: (
    <>
      <Input
        label="Repository"
        name="repository"
        required
        maxLength={300}
        autoComplete="off"
        placeholder="org/charts"
      />
      <Input
        label="Ref"
        name="ref"
        maxLength={300}
        autoComplete="off"
        placeholder="refs/heads/main"
        hint="Empty for all. A * at the end stands for any text. Other claims: mfe team --ci."
      />
      <Select label="Scopes" name="scopes" options={SCOPES} />
    </>
  ),
  send: (text) =>
    call(RegistryApi.addCiRule, {
      params: { module },
      body: {
        claims: { repository: text('repository'), ...(text('ref') && { ref: text('ref') }) },
        scopes: text('scopes').split(' ') as TokenScope[],
      },
    }),
})
