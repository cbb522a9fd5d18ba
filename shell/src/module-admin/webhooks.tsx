import { call } from '@griot/contracts/client'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { NewWebhook, Webhook, WebhookEvent } from '@griot/contracts/module-team'
import { Input, Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { ActionButton } from './action-button.tsx'
import type { Action } from './actions.tsx'
import { useWebhooks } from './api.ts'
import { formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'
import { focusAndSelect } from './tokens.tsx'
import { WideTable } from './wide-table.tsx'

interface WebhooksProps {
  module: string
  isManaged: boolean
  onAct: (action: Action) => void
}

/** The addresses that receive messages about the module. */
export function Webhooks({ module, isManaged, onAct }: WebhooksProps) {
  return (
    <TitledSection title="Webhooks">
      {isManaged && (
        <p className="actions">
          <ActionButton action={addWebhook(module)} onAct={onAct} />
        </p>
      )}
      <QueryStates
        query={useWebhooks(module)}
        what="the webhooks"
        skeleton={<Skeleton height="6rem" />}
        empty={<p className="muted">No address receives messages about releases.</p>}
      >
        {(webhooks) => (
          <WideTable
            label="Addresses"
            columns={['Address', 'Events', 'Last message', 'Action']}
            rows={webhooks.map((webhook) => ({
              key: webhook.id,
              cells: [
                webhook.host,
                webhook.events.join(', '),
                <LastMessage key="last" {...webhook} />,
                isManaged && <ActionButton key="remove" action={removeWebhook(module, webhook)} onAct={onAct} />,
              ],
            }))}
          />
        )}
      </QueryStates>
    </TitledSection>
  )
}

function LastMessage({ sentAt, problem }: Webhook) {
  if (problem !== null) return <span className="bad">{problem}</span>
  return sentAt === null ? 'none' : formatTime(sentAt)
}

const EVENTS = [
  { value: 'release rollback budget', label: 'releases, automatic rollbacks and budgets' },
  { value: 'rollback budget', label: 'automatic rollbacks and budgets' },
  { value: 'rollback', label: 'automatic rollbacks' },
]

const addWebhook = (module: string): Action => ({
  label: 'Add a webhook…',
  title: `Send messages about ${module}`,
  fields: (
    <>
      <Input
        label="Address"
        hint="https://…, or mailto: and the e-mail address of a member."
        name="url"
        type="url"
        required
        maxLength={1000}
        autoComplete="off"
        pattern="(https://|mailto:).*"
      />
      <Select label="Events" name="events" options={EVENTS} />
    </>
  ),
  send: (text) =>
    call(RegistryApi.addWebhook, {
      params: { module },
      body: { url: text('url'), events: text('events').split(' ') as WebhookEvent[] },
    }),
  result: (response) => {
    const { secret } = response as NewWebhook
    if (secret === null) return <p>The member gets e-mails from now on.</p>
    return <Input label="Secret of the signatures, shown only once" readOnly ref={focusAndSelect} value={secret} />
  },
})

const removeWebhook = (module: string, { id, host }: Webhook): Action => ({
  label: 'Remove',
  title: `Remove the webhook of ${host}`,
  send: () => call(RegistryApi.removeWebhook, { params: { module, id } }),
})
