import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import EyeOff from 'lucide-react/icons/eye-off'
import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { useProfile, useSaveProfile } from './api.ts'

interface SignedInProps {
  /** What visitors see. */
  title?: string
  icon?: ReactNode
  action?: string
  why: string
  /** False for content that users who hide points see too. */
  needsPoints?: boolean
  children: ReactNode
}

/** Content for users, by default with points. Visitors and users who hide points see what to do instead. */
export function SignedIn({
  title = 'Please Log In',
  icon = <LogIn />,
  action = 'Log In',
  why,
  needsPoints = true,
  children,
}: SignedInProps) {
  const { session } = useShell()
  if (useStore(session.user)) return needsPoints ? <IfShown>{children}</IfShown> : children
  return (
    <EmptyState title={title} icon={icon} action={<Button onClick={() => session.signIn()}>{action}</Button>}>
      {why}
    </EmptyState>
  )
}

function IfShown({ children }: Pick<SignedInProps, 'children'>) {
  return usePointsHidden() ? <PointsHidden /> : children
}

function PointsHidden() {
  const profile = useProfile()
  const save = useSaveProfile()

  const handleShow = () => {
    if (!profile.data) return
    const { displayName, shownBadges } = profile.data
    save.mutate({ displayName, shownBadges, hidePoints: false })
  }

  return (
    <EmptyState
      title="Points are hidden"
      icon={<EyeOff />}
      action={
        <Button disabled={!profile.data} pending={save.isPending} onClick={handleShow}>
          Show Points
        </Button>
      }
    >
      You chose to hide points. Listening still earns them.
    </EmptyState>
  )
}
