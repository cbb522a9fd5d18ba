import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { Card } from '@griot/ui/card'
import { formatNumber } from '@griot/ui/format'
import type { ReactNode } from 'react'

export function PodcastStats({ podcast }: { podcast: FullPodcast }) {
  const isHidden = usePointsHidden()
  return (
    <Card>
      <h2 className="listener:text-xl">Stats</h2>
      <dl className="listener:mt-3 listener:grid listener:grid-cols-2 listener:gap-4">
        <Stat term="Episodes">{formatNumber(podcast.episodeCount)}</Stat>
        <Stat term="Listeners">{formatNumber(podcast.listeners)}</Stat>
        <Stat term="Rating">{podcast.rating.toFixed(1)}</Stat>
        {!isHidden && (
          <Stat term="Bonus per episode">
            <span className="listener:text-points">up to {podcast.pointsPerListen}</span>
          </Stat>
        )}
      </dl>
    </Card>
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
