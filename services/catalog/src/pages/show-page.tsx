import { episodePagePath, feedPath, showPagePath } from '@griot/contracts/public-addresses'
import { capitalized, counted, formatDuration, spokenDuration } from '@griot/ui/format'
import { PAGE_STYLES } from './assets.ts'
import { Document } from './document.tsx'
import { formatUtcDate } from './format.ts'
import { Frame } from './frame.tsx'
import { headOfShow, shortened } from './head.ts'
import { Notes } from './notes.tsx'
import { EPISODES_PER_PAGE, type ListedEpisode, type PublicShow } from './pages.queries.ts'
import { coverOf } from './pictures.ts'
import type { Site } from './site.ts'
import { ContinueLink, PointsNote, ReportLink } from './to-app.tsx'

interface ShowPageProps {
  site: Site
  show: PublicShow
  episodes: ListedEpisode[]
  /** From 1. */
  page: number
}

export function ShowPage({ site, show, episodes, page }: ShowPageProps) {
  const head = headOfShow(site, show)
  const { productName } = site
  return (
    <Document language={show.language} head={head} title={head.title} styles={PAGE_STYLES}>
      <Frame productName={productName} foot={<ReportLink subject="podcast" id={show.id} />}>
        <div className="head">
          <img className="cover" src={coverOf(show)} alt="" width={272} height={272} />
          <div className="words">
            <span className="kind">{capitalized(show.category)}</span>
            <h1>{show.title}</h1>
            <p className="muted">
              with {show.author} · {counted(show.episodeCount, 'episode')}
            </p>
            <Notes text={show.description} html={show.descriptionHtml} duration={0} />
            <div className="actions">
              <ContinueLink productName={productName} subject="podcast" id={show.id} />
              <a className="button second" href={feedPath(show.id)}>
                Subscribe by RSS
              </a>
              {show.website !== null && (
                <a className="button second" href={show.website} rel="noreferrer nofollow ugc">
                  Website
                </a>
              )}
            </div>
            <PointsNote productName={productName} points={show.pointsPerListen} />
          </div>
        </div>
        <section className="part" aria-labelledby="episodes">
          <h2 id="episodes">Episodes</h2>
          <div>
            <ul className="list">
              {episodes.map((episode) => (
                <EpisodeRow key={episode.id} podcastId={show.id} episode={episode} />
              ))}
            </ul>
            <Pages podcastId={show.id} page={page} count={Math.ceil(show.episodeCount / EPISODES_PER_PAGE)} />
          </div>
        </section>
      </Frame>
    </Document>
  )
}

function EpisodeRow({ podcastId, episode }: { podcastId: string; episode: ListedEpisode }) {
  const { id, title, description, releaseDate, seconds } = episode
  return (
    <li>
      <h3 className="name">
        <a href={episodePagePath(podcastId, id)}>{title}</a>
      </h3>
      <p className="muted">
        <time dateTime={releaseDate}>{formatUtcDate(releaseDate)}</time>
        {' · '}
        <Length seconds={seconds} />
      </p>
      <p>{shortened(description)}</p>
    </li>
  )
}

export function Length({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden="true">{formatDuration(seconds)}</span>
      <span className="hidden">{spokenDuration(seconds)}</span>
    </>
  )
}

interface PagesProps {
  podcastId: string
  page: number
  count: number
}

function Pages({ podcastId, page, count }: PagesProps) {
  if (count <= 1) return null
  const address = (page: number) => showPagePath(podcastId) + (page > 1 ? `?page=${page}` : '')
  return (
    <nav className="pages" aria-label="Pages of episodes">
      {page > 1 && (
        <a className="button second" href={address(page - 1)} rel="prev">
          Newer episodes
        </a>
      )}
      <span className="muted">
        Page {page} of {count}
      </span>
      {page < count && (
        <a className="button second" href={address(page + 1)} rel="next">
          Older episodes
        </a>
      )}
    </nav>
  )
}
