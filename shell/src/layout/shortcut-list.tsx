import './shortcut-list.css'
import { Dialog } from '@griot/ui/dialog'

const SHORTCUTS = [
  { keys: ['Space'], action: 'Play or pause' },
  { keys: ['←', '→'], action: 'Skip back or forward 15 seconds' },
  { keys: ['Shift', '←', '→'], action: 'Go to the previous or next chapter' },
  { keys: ['↑', '↓'], action: 'Turn the volume up or down' },
  { keys: ['M'], action: 'Mute or unmute' },
  { keys: ['N'], action: 'Play the next episode' },
  { keys: ['/'], action: 'Search' },
  { keys: ['F8'], action: 'Go to the notification' },
  { keys: ['Esc'], action: 'Close a dialog or a notification' },
  { keys: ['Alt', 'Shift', 'M'], action: 'Show the versions of this page' },
  { keys: ['?'], action: 'Show this list' },
]

export interface ShortcutListProps {
  open: boolean
  onClose: () => void
}

export function ShortcutList({ open, onClose }: ShortcutListProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard Shortcuts"
      description="You can turn them off in the player, under speed and sleep timer."
    >
      <dl className="shortcut-list">
        {SHORTCUTS.map(({ keys, action }) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
