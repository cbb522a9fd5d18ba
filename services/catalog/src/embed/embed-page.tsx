import { audioPath, episodePagePath, showPagePath } from '@griot/contracts/public-addresses'
import { formatDuration } from '@griot/ui/format'
import type { ReactNode } from 'react'
import { EMBED_SCRIPT, EMBED_STYLES } from '../pages/assets.ts'
import { Document } from '../pages/document.tsx'
import type { ListedEpisode, PublicShow } from '../pages/pages.queries.ts'
import { coverOf } from '../pages/pictures.ts'
import type { Site } from '../pages/site.ts'
import { PlayerControls } from './player-controls.tsx'

export type Theme = 'light' | 'dark' | undefined

/** An episode that the embed plays. */
type PlayedEpisode = Pick<ListedEpisode, 'id' | 'title' | 'seconds'> & { hasMp3: boolean }

interface EmbedPageProps {
  site: Site
  show: PublicShow
  episode: PlayedEpisode
  /** Of a show: the episodes to choose from. */
  episodes?: PlayedEpisode[]
  theme: Theme
  /** Seconds at which playback starts. */
  startAt: number
}

export function EmbedPage({ site, show, episode, episodes, theme, startAt }: EmbedPageProps) {
  const page = episodePagePath(show.id, episode.id)
  return (
    <EmbedDocument title={`${episode.title} · ${show.title}`} language={show.language} theme={theme}>
      <div className="episode">
        <img className="cover" src={coverOf(show)} alt="" width={64} height={64} />
        <div>
          <h1 className="title">
            <PageLink to={page}>{episode.title}</PageLink>
          </h1>
          <p className="show muted">
            <PageLink to={showPagePath(show.id)}>{show.title}</PageLink>
          </p>
        </div>
      </div>
      <div className="player">
        {episode.hasMp3 ? (
          <>
            {/* biome-ignore lint/a11y/useMediaCaption: episodes have no transcripts yet */}
            <audio
              controls
              preload="none"
              src={audioPath(episode.id)}
              aria-label={episode.title}
              data-show={show.title}
              data-seconds={episode.seconds}
              data-start={startAt > 0 ? startAt : undefined}
            />
            <PlayerControls seconds={episode.seconds} />
          </>
        ) : (
          <p>The audio is being prepared. Please try again in a few minutes.</p>
        )}
      </div>
      <p className="points muted">
        Listening here earns no points. <PageLink to={page}>Listen in {site.productName}</PageLink> to earn them.
      </p>
      <p className="outside" hidden>
        <a href={page}>Open the page of this episode</a>
      </p>
      {episodes && <EpisodeList podcastId={show.id} current={episode.id} episodes={episodes} />}
    </EmbedDocument>
  )
}

interface EmbedDocumentProps {
  title: string
  language: string
  theme: Theme
  children: ReactNode
}

function EmbedDocument({ title, language, theme, children }: EmbedDocumentProps) {
  return (
    <Document language={language} head={null} title={title} styles={EMBED_STYLES} script={EMBED_SCRIPT} theme={theme}>
      <main>{children}</main>
    </Document>
  )
}

/** Opens a page of ours next to the page that contains the embed. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

interface EpisodeListProps {
  podcastId: string
  current: string
  episodes: PlayedEpisode[]
}

function EpisodeList({ podcastId, current, episodes }: EpisodeListProps) {
  return (
    <ul className="list" aria-label="Episodes">
      {episodes.map(({ id, title, seconds }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === current ? 'true' : undefined}
            data-audio={audioPath(id)}
            data-page={episodePagePath(podcastId, id)}
            data-title={title}
            data-seconds={seconds}
          >
            <span>{title}</span>
            <time className="muted">{formatDuration(seconds)}</time>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** In the frame, in place of an episode or a show that is not public or was deleted. */
export function MissingEmbed({ productName }: { productName: string }) {
  return (
    <EmbedDocument title={`Not available · ${productName}`} language="en" theme={undefined}>
      <h1>This is not available.</h1>
      <p>The show or the episode is not published, or it was deleted.</p>
      <p className="outside" hidden>
        <a href="/">Go to {productName}</a>
      </p>
    </EmbedDocument>
  )
}
