import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { ApiError } from '@griot/contracts/errors'
import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../action.tsx'
import { useMoveFeed, useSetLocked, useUndoMove } from './api.ts'

/** Moves the feed to another host in two steps: unlock it there, then redirect it. For owners. */
export function MoveFeedPanel({ show }: { show: FullPodcast }) {
  if (show.newFeedUrl) return <Moved podcastId={show.id} newFeedUrl={show.newFeedUrl} />
  return (
    <div className="studio:grid studio:max-w-xl studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      <p>
        Other hosts may import the show only while its feed is unlocked. After the import, enter the address of the new
        feed here. We compare both feeds and then lead all apps to the new one.
      </p>
      <Lock podcastId={show.id} isLocked={show.isLocked ?? true} />
      {show.isLocked === false && <MoveForm podcastId={show.id} />}
    </div>
  )
}

function Lock({ podcastId, isLocked }: { podcastId: string; isLocked: boolean }) {
  const setLocked = useSetLocked(podcastId)
  return (
    <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-3">
      <p>{isLocked ? 'The feed is locked.' : 'The feed is unlocked.'}</p>
      <ActionButton text={isLocked ? 'Unlock the feed' : 'Lock the feed'} action={setLocked} input={!isLocked} />
    </div>
  )
}

const FAILED = 'The feed was not moved. Please try again.'

function MoveForm({ podcastId }: { podcastId: string }) {
  const [address, setAddress] = useState('')
  const move = useMoveFeed(podcastId)
  const error = move.error instanceof ApiError ? move.error : undefined
  const fieldError = error?.fields.newFeedUrl

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    move.mutate(address)
  }
  return (
    <form noValidate aria-label="Move the feed" onSubmit={handleSubmit} className="studio:grid studio:gap-4">
      <Input
        label="New feed address"
        type="url"
        required
        autoComplete="off"
        placeholder="https://"
        value={address}
        error={fieldError}
        onChange={(event) => setAddress(event.target.value)}
      />
      {move.isError && fieldError === undefined && (
        <p role="alert" className="g-error">
          {error?.sentence ?? FAILED}
        </p>
      )}
      <div>
        <Button type="submit" look="secondary" pending={move.isPending}>
          {move.isPending ? 'Comparing the feeds...' : 'Move the feed'}
        </Button>
      </div>
    </form>
  )
}

function Moved({ podcastId, newFeedUrl }: { podcastId: string; newFeedUrl: string }) {
  const undo = useUndoMove(podcastId)
  return (
    <div role="status" className="studio:grid studio:max-w-xl studio:grid-cols-[minmax(0,1fr)] studio:gap-3">
      <p className="studio:wrap-anywhere">The feed has moved to {newFeedUrl}. Apps follow at their next request.</p>
      <p className="g-hint">Apps that have followed do not return by themselves.</p>
      <div>
        <ActionButton text="Serve the feed here again" action={undo} input={undefined} />
      </div>
    </div>
  )
}
