import { CountUnreadNotices } from '@griot/contracts/notices'
import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { read } from '@griot/shell-sdk/read'
import { QueryObserver } from '@tanstack/react-query'

const EVERY_MS = 60_000

/** Shows the number of unread notices in the menu, until the module ends or the user signs out. */
export const watchUnread = ({ nav, query, session, signal }: ShellApiV1) => {
  const observer = new QueryObserver(query.client, {
    ...read(CountUnreadNotices, {}),
    enabled: session.user.get() !== null,
    refetchInterval: EVERY_MS,
  })
  const unsubscribe = observer.subscribe(({ data }) => nav.setBadge('listener.notices', data?.count ?? 0))
  const unsubscribeUser = session.user.subscribe(() => {
    const isSignedIn = session.user.get() !== null
    observer.setOptions({ ...observer.options, enabled: isSignedIn })
    if (!isSignedIn) nav.setBadge('listener.notices', 0)
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    unsubscribeUser()
  })
}
