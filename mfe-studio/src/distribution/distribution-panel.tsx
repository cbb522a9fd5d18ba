import type { Distribution } from '@griot/contracts/catalog/distribution'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { type MemberRole, roleMay } from '@griot/contracts/catalog/roles'
import { useShell } from '@griot/shell-sdk/react'
import { Badge } from '@griot/ui/badge'
import { Button, buttonLook } from '@griot/ui/button'
import { counted } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Row, RowList, RowListSkeleton } from '@griot/ui/row-list'
import { Section } from '@griot/ui/section'
import Copy from 'lucide-react/icons/copy'
import { Link } from 'react-router-dom'
import { showPath } from '../paths.ts'
import { useDistribution } from './api.ts'
import { type CheckItem, checklist, submitLinks } from './checklist.ts'
import { MoveFeedPanel } from './move-form.tsx'

interface DistributionProps {
  show: FullPodcast
  role: MemberRole
}

/** The feed of a show: its address, the requirements of directories, and the move to another host. */
export function DistributionPanel({ show, role }: DistributionProps) {
  const feed = useDistribution(show.id)
  return (
    <QueryStates query={feed} what="the state of the feed" skeleton={<RowListSkeleton rows={5} />}>
      {(found) => (
        <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-8">
          <FeedAddress feed={found} />
          <Checklist show={show} feed={found} />
          <SubmitLinks feed={found} />
          <Funding show={show} />
          <PrivateFeeds show={show} feed={found} />
          {roleMay(role, 'manage') && (
            <Section title="Move to another host" size="small">
              <MoveFeedPanel show={show} />
            </Section>
          )}
        </div>
      )}
    </QueryStates>
  )
}

function FeedAddress({ feed: { feedUrl, isLocal, feedItems } }: { feed: Distribution }) {
  const { ui } = useShell()
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(feedUrl)
      ui.toast({ title: 'Feed address copied', description: feedUrl })
    } catch {
      ui.toast({ title: 'The address could not be copied', description: feedUrl, tone: 'destructive' })
    }
  }
  return (
    <Section title="Feed" size="small">
      <p className="studio:wrap-anywhere studio:select-all">{feedUrl}</p>
      {isLocal && (
        <p className="studio:mt-2">
          This feed works on this machine only, because the installation has no public address (PUBLIC_ORIGIN).
        </p>
      )}
      {feedItems === 0 && <p className="g-hint studio:mt-2">The feed exists once it has an episode.</p>}
      <div className="studio:mt-4">
        <Button look="primary" size="small" onClick={() => void handleCopy()}>
          <Copy aria-hidden="true" />
          Copy the feed address
        </Button>
      </div>
    </Section>
  )
}

const STATES = {
  done: { text: 'Done' },
  advice: { text: 'Could be better' },
  missing: { text: 'Missing' },
} as const

function Checklist({ show, feed }: { show: FullPodcast; feed: Distribution }) {
  return (
    <Section title="What directories need" size="small">
      <RowList>
        {checklist(show, feed).map((item) => (
          <CheckRow key={item.title} podcastId={show.id} item={item} />
        ))}
      </RowList>
    </Section>
  )
}

function CheckRow({ podcastId, item: { title, state, note, tab } }: { podcastId: string; item: CheckItem }) {
  return (
    <Row
      title={title}
      note={note}
      end={<Badge>{STATES[state].text}</Badge>}
      {...(state !== 'done' && {
        actions: (
          <Link
            to={`${showPath(podcastId)}?tab=${tab}`}
            aria-label={`Change: ${title}`}
            {...buttonLook({ look: 'secondary', size: 'small' })}
          >
            Change
          </Link>
        ),
      })}
    />
  )
}

function SubmitLinks({ feed: { feedUrl, isLocal } }: { feed: Distribution }) {
  return (
    <Section title="Submit to" size="small">
      {isLocal ? (
        <p className="studio:text-muted">Directories cannot reach a feed on this machine.</p>
      ) : (
        <ul className="studio:flex studio:flex-wrap studio:gap-3">
          {submitLinks(feedUrl).map(({ name, href }) => (
            <li key={name}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                {...buttonLook({ look: 'secondary', size: 'small' })}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Funding({ show: { id, funding = [] } }: { show: FullPodcast }) {
  return (
    <Section title="Funding links" size="small">
      <ul>
        {funding.map(({ url, text }) => (
          <li key={url} className="studio:wrap-anywhere">
            {text}: {url}
          </li>
        ))}
      </ul>
      <p className="g-hint">
        The feed names the public page with its tips first.{' '}
        <Link to={`${showPath(id)}?tab=settings`} className="studio:underline">
          Change the links
        </Link>
      </p>
    </Section>
  )
}

function PrivateFeeds({ show: { id }, feed: { privateFeeds } }: { show: FullPodcast; feed: Distribution }) {
  return (
    <Section title="Private feeds" size="small">
      <p>
        {privateFeeds === 0
          ? 'No listener has a private feed.'
          : `Listeners have ${counted(privateFeeds, 'private feed')}.`}{' '}
        Each belongs to one listener, who can revoke it.{' '}
        <Link to={`/podcast/${id}`} className="studio:underline">
          Create your own on the page of the show
        </Link>
      </p>
    </Section>
  )
}
