import { useState } from 'react'
import { Button } from '../../src/button.tsx'
import { Dialog, DialogActions } from '../../src/dialog.tsx'
import { Input } from '../../src/input.tsx'
import { Toast, ToastRegion } from '../../src/toast.tsx'
import type { Specimen } from '../specimen.tsx'

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'full' | null>(null)
  const [isSure, setIsSure] = useState(false)
  const handleClose = () => setOpen(null)
  return (
    <div className="row">
      <Button look="secondary" onClick={() => setOpen('form')}>
        A form
      </Button>
      <Button look="secondary" onClick={() => setOpen('full')}>
        Full screen
      </Button>
      <Dialog
        open={open === 'form'}
        onClose={handleClose}
        title="Link to Episode"
        description="Its audio and its length come from this file."
      >
        <Input label="Episode ID" placeholder="Enter episode ID" error="That is not an id." />
        <DialogActions>
          <Button look="quiet" onClick={handleClose}>
            Cancel
          </Button>
          <Button look="danger" onClick={() => setIsSure(true)}>
            Ask once more
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog open={isSure} onClose={() => setIsSure(false)} title="Are you sure?">
        <p>A dialog over another one dims it.</p>
      </Dialog>
      <Dialog open={open === 'full'} onClose={handleClose} title="Now Playing" size="full">
        <p>Covers the whole screen.</p>
      </Dialog>
    </div>
  )
}

const MESSAGES = [
  { title: 'Points Earned!', description: 'You earned 12 points!', tone: 'default' },
  { title: 'Link Copied', description: undefined, tone: 'default' },
  {
    title: 'Login Required',
    description: 'Please log in to tip creators',
    tone: 'destructive',
    action: { label: 'Sign In', onSelect: () => undefined },
  },
  { title: 'Upload failed', description: 'Please select a file smaller than 100MB.', tone: 'destructive' },
] as const

function Toasts() {
  const [shown, setShown] = useState<{ at: number; open: boolean } | null>(null)
  const message = shown && MESSAGES[shown.at]
  return (
    <ToastRegion>
      <div className="row">
        {MESSAGES.map(({ title }, at) => (
          <Button key={title} look="secondary" onClick={() => setShown({ at, open: true })}>
            {title}
          </Button>
        ))}
      </div>
      {message && (
        <Toast key={message.title} {...message} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />
      )}
    </ToastRegion>
  )
}

export const overlays: readonly Specimen[] = [
  {
    name: 'Dialog',
    description:
      'A sheet from the bottom on phones. Escape and the backdrop close it; the focus returns to the opener.',
    Show: Dialogs,
  },
  {
    name: 'DialogActions',
    description: 'The last row of a dialog: cancel first, the main action last.',
    Show: () => (
      <DialogActions>
        <Button look="quiet">Cancel</Button>
        <Button>Create</Button>
      </DialogActions>
    ),
  },
  {
    name: 'ToastRegion',
    description: 'The region of toasts. F8 moves the focus to it.',
    Show: () => <p>In the corner of this page, as soon as there is something to say.</p>,
  },
  {
    name: 'Toast',
    description: 'A message that disappears after five seconds, by a swipe, or with Escape.',
    Show: Toasts,
  },
]
