import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import { Section } from '@griot/ui/section'
import { Stat } from '@griot/ui/stat'
import LogIn from 'lucide-react/icons/log-in'
import { useLibraryCounts } from './api.ts'
import { FavoriteList } from './favorite-list.tsx'
import { HistoryList } from './history-list.tsx'
import { SavedList } from './saved-list.tsx'

export function LibraryScreen() {
  const { session } = useShell()
  const user = useStore(session.user)

  return (
    <Screen title="Library" intro="Your favorites, and what you have listened to.">
      {user ? (
        <>
          <LibraryCounts />
          <div className="listener:mt-12 listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-12">
            <Section title="Favorites" size="large">
              <FavoriteList />
            </Section>
            <Section title="Saved Episodes" size="large">
              <SavedList />
            </Section>
            <Section title="Listening History" size="large">
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
          Log in to see your favorites and your listening history.
        </EmptyState>
      )}
    </Screen>
  )
}

const CARD = 'listener:p-4 listener:sm:p-5'

function LibraryCounts() {
  const { data, isError } = useLibraryCounts()
  return (
    <dl className="listener:grid listener:grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] listener:gap-2 listener:sm:gap-4">
      <Stat term="Favorites" value={data?.favorites} isFailed={isError} className={CARD} />
      <Stat term="Listened" value={data?.listened} isFailed={isError} className={CARD} />
      <Stat term="Completed" value={data?.completed} isFailed={isError} className={CARD} />
    </dl>
  )
}
