import { Button } from '@griot/ui/button'
import { useState } from 'react'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type ModerationAction, useModerate } from './api.ts'

const TEXTS: Readonly<Record<ModerationAction, { label: string; title: string; isRequired: boolean }>> = {
  hide: { label: 'Hide', title: 'Hide this show?', isRequired: true },
  restore: { label: 'Restore', title: 'Show this show to everyone again?', isRequired: false },
  feature: { label: 'Feature', title: 'Feature this show?', isRequired: false },
  unfeature: { label: 'Stop featuring', title: 'Stop featuring this show?', isRequired: false },
  'hide-episode': { label: 'Hide', title: 'Hide this episode?', isRequired: true },
  'restore-episode': { label: 'Restore', title: 'Show this episode to everyone again?', isRequired: false },
  'remove-file': { label: 'Remove audio', title: 'Delete the audio of this episode for good?', isRequired: true },
}

interface ModerationButtonProps {
  action: ModerationAction
  /** Of the podcast, episode or file. */
  id: string
  podcastId: string
  name: string
}

/** Opens the dialog that asks for the reason. */
export function ModerationButton({ action, name, ...ids }: ModerationButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { label } = TEXTS[action]
  return (
    <>
      <Button
        look={action === 'remove-file' ? 'danger' : 'secondary'}
        size="small"
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ModerationDialog action={action} name={name} {...ids} onClose={() => setOpen(false)} />}
    </>
  )
}

function ModerationDialog({ action, id, podcastId, name, onClose }: ModerationButtonProps & { onClose: () => void }) {
  const { label, title, isRequired } = TEXTS[action]
  return (
    <ReasonDialog
      title={title}
      name={name}
      submitLabel={label}
      isRequired={isRequired}
      action={useModerate(action, id, podcastId)}
      onClose={onClose}
    />
  )
}
