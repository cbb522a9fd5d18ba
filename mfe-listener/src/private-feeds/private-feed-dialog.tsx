import { ApiError } from '@griot/contracts/errors'
import { useShell } from '@griot/shell-sdk/react'
import { share } from '@griot/shell-sdk/share'
import { Button } from '@griot/ui/button'
import { Dialog } from '@griot/ui/dialog'
import { formatDayTime } from '@griot/ui/format'
import { Input } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { ShowMore } from '@griot/ui/show-more'
import Copy from 'lucide-react/icons/copy'
import { type FormEvent, useState } from 'react'
import { useCreatePrivateFeed, usePrivateFeeds, useRevokePrivateFeed } from './api.ts'

interface PrivateFeedDialogProps {
  id: string
  title: string
  onClose: () => void
}

export function PrivateFeedDialog({ id, title, onClose }: PrivateFeedDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Private feed"
      description={`Hear ${title} in a podcast app. Each app gets an address of its own, which you can revoke.`}
    >
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-6">
        <CreateForm podcastId={id} title={title} />
        <OwnFeeds podcastId={id} />
      </div>
    </Dialog>
  )
}

const FAILED = 'The feed was not created. Please try again.'

function CreateForm({ podcastId, title }: { podcastId: string; title: string }) {
  const { ui } = useShell()
  const [name, setName] = useState('')
  const create = useCreatePrivateFeed(podcastId)
  const error = create.error instanceof ApiError ? create.error : undefined
  const created = create.data

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(name, { onSuccess: () => setName('') })
  }
  return (
    <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-4">
      <form
        noValidate
        aria-label="Create a private feed"
        onSubmit={handleSubmit}
        className="listener:grid listener:gap-4"
      >
        <Input
          label="Name"
          required
          autoComplete="off"
          hint="For example “My phone”."
          value={name}
          error={error?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        {create.isError && error?.fields.name === undefined && (
          <p role="alert" className="g-error">
            {error?.sentence ?? FAILED}
          </p>
        )}
        <div>
          <Button type="submit" pending={create.isPending}>
            Create private feed
          </Button>
        </div>
      </form>
      {created && (
        <div role="status" className="listener:grid listener:gap-2 listener:rounded-m listener:bg-raised listener:p-4">
          <p className="listener:font-semibold">Address for “{created.name}”</p>
          <p className="listener:text-sm listener:wrap-anywhere listener:select-all">
            {new URL(created.feedPath, window.location.origin).href}
          </p>
          <p className="g-hint">
            Paste it into the app. It is not shown again. Do not share it: it belongs to your account.
          </p>
          <div>
            <Button
              look="secondary"
              size="small"
              onClick={() => void share({ title, address: created.feedPath }, ui.toast)}
            >
              <Copy aria-hidden="true" />
              Send or copy the address
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

function OwnFeeds({ podcastId }: { podcastId: string }) {
  const feeds = usePrivateFeeds(podcastId)
  const revoke = useRevokePrivateFeed()
  return (
    <section aria-label="Your private feeds of this show">
      <QueryStates
        query={feeds}
        what="your private feeds"
        skeleton={<RowListSkeleton rows={1} />}
        empty={<p className="listener:text-muted">You have no private feed of this show.</p>}
      >
        {(list) => (
          <>
            <RowList>
              {list.map(({ id, name, createdAt }) => (
                <Row
                  key={id}
                  title={name}
                  facts={`Created ${formatDayTime(createdAt)}`}
                  actions={
                    <Button
                      look="quiet"
                      size="small"
                      aria-label={`Revoke ${name}`}
                      pending={revoke.isPending && revoke.variables === id}
                      onClick={() => revoke.mutate(id)}
                    >
                      Revoke
                    </Button>
                  }
                />
              ))}
            </RowList>
            <ShowMore pages={feeds} what="of your private feeds" />
          </>
        )}
      </QueryStates>
    </section>
  )
}
