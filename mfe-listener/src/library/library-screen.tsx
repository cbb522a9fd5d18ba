import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import LogIn from 'lucide-react/icons/log-in'
import { Section } from '../section.tsx'
import { FavoriteList } from './favorite-list.tsx'
import { HistoryList } from './history-list.tsx'
import { LibraryCounts } from './library-counts.tsx'

export function LibraryScreen() {
  const { session } = useShell()
  const user = useStore(session.user)

  return (
    <Screen title="Library" intro="Your favorites, and everything you have listened to.">
      {user ? (
        <>
          <LibraryCounts />
          <div className="listener:mt-12">
            <Section title="Favorites">
              <FavoriteList />
            </Section>
            <Section title="Listening History">
              <HistoryList />
            </Section>
          </div>
        </>
      ) : (
        <EmptyState
          title="Please Log In"
          icon={<LogIn />}
          action={<Button onClick={() => session.signIn()}>Log In</Button>}
        >
          Your favorites and your listening history are waiting for you.
        </EmptyState>
      )}
    </Screen>
  )
}
