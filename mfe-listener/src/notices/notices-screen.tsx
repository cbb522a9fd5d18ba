import type { Notice } from '@griot/contracts/notices'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatAgo } from '@griot/ui/format'
import { Row, RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import Bell from 'lucide-react/icons/bell'
import LogIn from 'lucide-react/icons/log-in'
import { Link } from 'react-router-dom'
import { PagedList } from '../paged-list.tsx'
import { useMarkRead, useNotices } from './api.ts'

export function NoticesScreen() {
  const { session } = useShell()
  const user = useStore(session.user)
  return (
    <Screen title="Notices" intro="Messages about your shows, your files and your reports.">
      {user ? (
        <NoticeList />
      ) : (
        <EmptyState
          title="Please Log In"
          icon={<LogIn />}
          action={<Button onClick={() => session.signIn()}>Log In</Button>}
        >
          Log in to see your notices.
        </EmptyState>
      )}
    </Screen>
  )
}

const EMPTY = (
  <EmptyState title="No notices" icon={<Bell />}>
    Griot writes here when something happens to your shows, your files or your reports.
  </EmptyState>
)

function NoticeList() {
  const notices = useNotices()
  useMarkRead(notices.data)
  return (
    <PagedList
      pages={notices}
      what="your notices"
      more="notices"
      skeleton={<RowListSkeleton notes={1} />}
      empty={EMPTY}
    >
      {(notice) => <NoticeRow key={notice.id} notice={notice} />}
    </PagedList>
  )
}

function NoticeRow({ notice: { title, text, link, createdAt, readAt } }: { notice: Notice }) {
  return (
    <Row
      title={
        link === null ? (
          title
        ) : (
          <Link to={link} className="listener:hover:underline">
            {title}
          </Link>
        )
      }
      facts={<time dateTime={createdAt}>{formatAgo(createdAt)}</time>}
      note={<span className="listener:wrap-anywhere">{text}</span>}
      end={readAt === null && <Badge tone="terracotta">New</Badge>}
    />
  )
}
