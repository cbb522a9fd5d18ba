import { Select } from '@griot/ui/input'
import { useState } from 'react'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useSetBlock } from './api.ts'

const SHOWS = [
  { value: 'hide', label: 'Hide them until the block ends' },
  { value: 'keep', label: 'Keep them published' },
]

interface DialogProps {
  id: string
  name: string
  onClose: () => void
}

export function BlockDialog({ id, name, onClose }: DialogProps) {
  const [shows, setShows] = useState<'hide' | 'keep'>('hide')
  const block = useSetBlock(id, (reason) => ({ reason, shows }))
  return (
    <ReasonDialog
      title="Block this person?"
      name={name}
      submitLabel="Block"
      isRequired
      hint="The person reads it at the next sign-in."
      intro={
        <p>
          {name} is signed out everywhere at once and cannot sign in. Running uploads stop, and listening earns no more
          points. Files and drafts stay.
        </p>
      }
      action={block}
      onClose={onClose}
    >
      <Select
        label="Published shows"
        options={SHOWS}
        value={shows}
        onChange={({ target }) => setShows(target.value === 'keep' ? 'keep' : 'hide')}
      />
    </ReasonDialog>
  )
}

export function UnblockDialog({ id, name, hidesShows, onClose }: DialogProps & { hidesShows: boolean }) {
  const release = useSetBlock(id, (reason) => ({ reason }))
  return (
    <ReasonDialog
      title="Unblock this person?"
      name={name}
      submitLabel="Unblock"
      isRequired
      hint="The audit log keeps it."
      intro={
        <p>
          {name} can sign in again.
          {hidesShows &&
            ' The shows that this block has hidden appear again. Shows that an admin has hidden stay hidden.'}
        </p>
      }
      action={release}
      onClose={onClose}
    />
  )
}
