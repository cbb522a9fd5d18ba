import { ListCreators } from '@griot/contracts/catalog/creators'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Button } from '@griot/ui/button'
import { formatNumber } from '@griot/ui/format'
import { Portrait } from '@griot/ui/portrait'
import { Progress } from '@griot/ui/progress'
import { QueryStates } from '@griot/ui/query-states'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLibraryCounts } from '../library/api.ts'
import { LongText } from '../long-text.tsx'

export function YourProgress({ podcast }: { podcast: FullPodcast }) {
  const { session } = useShell()
  const user = useStore(session.user)
  return (
    <Panel title="Your Progress">
      {user ? (
        <Completed podcast={podcast} />
      ) : (
        <div className="listener:grid listener:justify-items-start listener:gap-3">
          <p className="listener:text-muted">Log in to track your progress</p>
          <Button look="secondary" size="small" onClick={() => session.signIn()}>
            Log In
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Completed({ podcast: { id, episodeCount } }: { podcast: FullPodcast }) {
  return (
    <QueryStates query={useLibraryCounts(id)} what="your progress" skeleton={<Skeleton height="3rem" />}>
      {({ listened, completed }) => {
        if (listened === 0) {
          return (
            <p className="listener:text-muted">
              {episodeCount === 0
                ? 'It has no episodes yet.'
                : 'No episode is in your history yet. An episode counts after 30 seconds.'}
            </p>
          )
        }
        // The history also contains episodes that were unpublished later.
        const total = Math.max(episodeCount, completed)
        return (
          <div className="listener:grid listener:gap-2">
            <p>
              <strong className="listener:tabular-nums">
                {completed} of {total}
              </strong>{' '}
              {total === 1 ? 'episode' : 'episodes'} completed
            </p>
            <Progress label="Episodes completed" value={total > 0 ? (completed / total) * 100 : 0} />
          </div>
        )
      }}
    </QueryStates>
  )
}

export function PodcastStats({ podcast }: { podcast: FullPodcast }) {
  const isHidden = usePointsHidden()
  return (
    <Panel title="Stats">
      <dl className="listener:grid listener:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] listener:gap-4">
        <Stat term="Episodes">{formatNumber(podcast.episodeCount)}</Stat>
        <Stat term="Listeners">{formatNumber(podcast.listeners)}</Stat>
        <Stat term="Rating">{podcast.rating.toFixed(1)}</Stat>
        {!isHidden && (
          <Stat term="Bonus per episode">
            <span className="listener:text-points">up to {podcast.pointsPerListen}</span>
          </Stat>
        )}
      </dl>
    </Panel>
  )
}

function Stat({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="listener:text-sm listener:text-muted">{term}</dt>
      <dd className="listener:font-display listener:text-2xl listener:font-bold listener:tabular-nums">{children}</dd>
    </div>
  )
}

const linkTo = (service: 'twitter' | 'instagram', handle: string) =>
  handle.startsWith('https://')
    ? handle
    : `https://${service === 'twitter' ? 'x.com' : 'www.instagram.com'}/${handle.replace(/^@/, '')}`

export function AboutHost({ podcast }: { podcast: FullPodcast }) {
  const host = read(ListCreators, { query: { userId: podcast.hostId } })
  const { data: profile } = useQuery({ ...host, select: ([first]) => first })
  const links = profile && [
    { label: 'Twitter', href: profile.socialLinks.twitter && linkTo('twitter', profile.socialLinks.twitter) },
    { label: 'Instagram', href: profile.socialLinks.instagram && linkTo('instagram', profile.socialLinks.instagram) },
    { label: 'Website', href: profile.socialLinks.website },
  ]

  return (
    <Panel title="About the Host">
      <div className="listener:flex listener:flex-wrap listener:items-center listener:gap-3">
        <Portrait name={podcast.hostName} src={podcast.hostImage} />
        <p className="listener:min-w-0 listener:flex-[1_1_5rem] listener:font-semibold listener:wrap-anywhere">
          {podcast.hostName}
        </p>
      </div>
      <LongText
        text={profile?.bio ?? `${podcast.hostName} hosts ${podcast.title}.`}
        about={podcast.hostName}
        className="listener:mt-3 listener:text-muted"
      />
      {links && (
        <ul className="listener:mt-3 listener:flex listener:flex-wrap listener:gap-4 listener:empty:hidden">
          {links.map(
            ({ label, href }) =>
              href && (
                <li key={label}>
                  <a href={href} target="_blank" rel="noreferrer" className="listener:font-semibold listener:underline">
                    {label}
                  </a>
                </li>
              ),
          )}
        </ul>
      )}
    </Panel>
  )
}
