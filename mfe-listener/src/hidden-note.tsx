import EyeOff from 'lucide-react/icons/eye-off'
import type { ReactNode } from 'react'

interface HiddenNoteProps {
  what: 'show' | 'episode'
  /** Missing if it is not hidden. */
  reason: string | undefined
}

/** Explains to members of the show and to admins that others do not see the page. */
export function HiddenNote({ what, reason }: HiddenNoteProps) {
  if (reason === undefined) return null
  return (
    <Note>
      <strong>This {what} is hidden.</strong> Only its members and admins see it. Reason: {reason}
    </Note>
  )
}

/** Explains to members and to admins that listeners do not see the show yet. */
export const EmptyShowNote = () => (
  <Note>
    <strong>Listeners do not see this show yet.</strong> It appears when an episode with audio is published. Until then
    only its members and admins see it.
  </Note>
)

function Note({ children }: { children: ReactNode }) {
  return (
    <div
      role="note"
      className="listener:mt-4 listener:flex listener:max-w-2xl listener:gap-3 listener:rounded-l listener:bg-points-wash listener:px-5 listener:py-4"
    >
      <EyeOff size={20} aria-hidden="true" className="listener:mt-0.5 listener:flex-none" />
      <p className="listener:wrap-anywhere">{children}</p>
    </div>
  )
}
