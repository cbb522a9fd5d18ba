import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button, buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import LogIn from 'lucide-react/icons/log-in'
import { Link } from 'react-router-dom'
import { PointsHidden } from '../points-hidden.tsx'
import { Ledger } from './ledger.tsx'
import { NO_POINTS_ID, NoPoints } from './no-points.tsx'

/** Every entry of one's ledger, and why sessions earned what they did. */
export function HistoryScreen() {
  const { session } = useShell()
  const user = useStore(session.user)

  return (
    <Screen
      title="Points History"
      intro="Every point you ever earned, and the reason for each."
      actions={
        <div className="rewards:flex rewards:flex-wrap rewards:gap-2">
          <Link to="/points" {...buttonLook({ look: 'secondary', size: 'small' })}>
            <ArrowLeft aria-hidden="true" />
            Points
          </Link>
          {/* On a phone the answer stands below everything that was ever earned. */}
          <span className="rewards:lg:hidden">
            <a href={`#${NO_POINTS_ID}`} {...buttonLook({ look: 'secondary', size: 'small' })}>
              Didn't get points?
            </a>
          </span>
        </div>
      }
    >
      {user ? (
        <Content />
      ) : (
        <EmptyState
          title="Please Log In"
          icon={<LogIn />}
          action={<Button onClick={() => session.signIn()}>Log In</Button>}
        >
          Your history is waiting for you.
        </EmptyState>
      )}
    </Screen>
  )
}

function Content() {
  const isHidden = usePointsHidden()
  if (isHidden) return <PointsHidden />
  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Ledger />
      <NoPoints />
    </div>
  )
}
