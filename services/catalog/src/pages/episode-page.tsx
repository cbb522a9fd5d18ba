import { chaptersInside } from '@griot/contracts/catalog/chapter-rules'
import { audioPath, showPagePath } from '@griot/contracts/public-addresses'
import { formatDuration } from '@griot/ui/format'
import { PAGE_SCRIPT, PAGE_STYLES } from './assets.ts'
import { Document } from './document.tsx'
import { formatUtcDate } from './format.ts'
import { Frame } from './frame.tsx'
import { headOfEpisode } from './head.ts'
import { Notes, StartLink } from './notes.tsx'
import type { PublicEpisode, PublicShow } from './pages.queries.ts'
import { coverOf } from './pictures.ts'
import { Length } from './show-page.tsx'
import type { Site } from './site.ts'
import { ContinueLink, PointsNote, ReportLink } from './to-app.tsx'

/** A page has at most 30 kB. */
const MAX_CHAPTERS = 50

interface EpisodePageProps {
  site: Site
  show: PublicShow
  episode: PublicEpisode
  /** Seconds at which playback starts. */
  startAt: number
}

export function EpisodePage({ site, show, episode, startAt }: EpisodePageProps) {
  const head = headOfEpisode(site, show, episode)
  const { id, title, seconds, releaseDate, chapters } = episode
  const { productName } = site
  const shown = chaptersInside(chapters ?? [], seconds)
  return (
    <Document language={show.language} head={head} title={head.title} styles={PAGE_STYLES} script={PAGE_SCRIPT}>
      <Frame productName={productName} foot={<ReportLink subject="episode" id={id} />}>
        <article>
          <div className="head">
            <img className="cover" src={coverOf(show)} alt="" width={272} height={272} />
            <div className="words">
              <p className="show">
                <a href={showPagePath(show.id)}>{show.title}</a>
              </p>
              <h1>{title}</h1>
              <p className="muted">
                <time dateTime={releaseDate}>{formatUtcDate(releaseDate)}</time>
                {' · '}
                <Length seconds={seconds} />
              </p>
              <div className="player">
                {episode.hasMp3 ? (
                  // biome-ignore lint/a11y/useMediaCaption: episodes have no transcripts yet
                  <audio controls preload="none" src={audioFrom(id, startAt)} aria-label={title} />
                ) : (
                  <p>The audio is being prepared. Please reload this page in a few minutes.</p>
                )}
              </div>
              <div className="actions">
                <ContinueLink productName={productName} subject="episode" id={id} />
              </div>
              <PointsNote productName={productName} points={show.pointsPerListen} />
            </div>
          </div>
          {shown.length > 0 && <Chapters chapters={shown} />}
          <section className="part" aria-labelledby="notes">
            <h2 id="notes">About this episode</h2>
            <Notes text={episode.description} html={episode.notesHtml} duration={seconds} />
          </section>
        </article>
      </Frame>
    </Document>
  )
}

/** A media fragment: browsers start there without a script. */
const audioFrom = (episodeId: string, seconds: number) => audioPath(episodeId) + (seconds > 0 ? `#t=${seconds}` : '')

function Chapters({ chapters }: { chapters: NonNullable<PublicEpisode['chapters']> }) {
  return (
    <section className="part" aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <ol className="chapters">
        {chapters.slice(0, MAX_CHAPTERS).map(({ start, title }) => (
          <li key={start}>
            <StartLink seconds={start}>
              <time>{formatDuration(start)}</time>
              <span>{title}</span>
            </StartLink>
          </li>
        ))}
      </ol>
      {chapters.length > MAX_CHAPTERS && <p className="muted">The app shows all {chapters.length} chapters.</p>}
    </section>
  )
}
