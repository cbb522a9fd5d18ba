import { capitalized } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Section } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { useCategories } from '../shows/api.ts'
import { categoryPage } from '../shows/links.ts'
import { useFirstListen } from './api.ts'
import { EpisodeCard, EpisodeCardSkeleton } from './episode-card.tsx'
import { ModuleSections } from './module-sections.tsx'
import { Shows } from './shows.tsx'

const TOPICS_SHOWN = 3
const TOPICS = 'listener:grid listener:gap-3 listener:sm:grid-cols-3'

/** Home without points and history: topics to choose from, one episode to play, and shows. */
export function FirstVisit() {
  const first = useFirstListen()
  const isKnown = first.data !== undefined || first.isError
  return (
    <>
      <Topics />
      {first.data !== null && (
        <Section title="Start Listening" size="large">
          <QueryStates query={first} what="an episode for you" skeleton={<EpisodeCardSkeleton />} keepsHeight>
            {(episode) => episode && <EpisodeCard episode={episode} />}
          </QueryStates>
        </Section>
      )}
      <Shows taken={isKnown ? [first.data?.podcastId] : undefined} />
      {isKnown && <ModuleSections />}
    </>
  )
}

function Topics() {
  const categories = useCategories()
  if (categories.data?.length === 0) return null
  return (
    <Section title="Pick a Topic" size="large">
      <QueryStates
        query={categories}
        what="the topics"
        skeleton={
          <div className={TOPICS}>
            <Skeleton height="3.5rem" count={TOPICS_SHOWN} />
          </div>
        }
        keepsHeight
      >
        {(topics) => (
          <ul className={TOPICS}>
            {topics.slice(0, TOPICS_SHOWN).map((topic) => (
              <li key={topic}>
                <Link
                  to={categoryPage(topic)}
                  className="listener:flex listener:min-h-14 listener:items-center listener:justify-between listener:gap-3 listener:rounded-l listener:border listener:border-line-strong listener:bg-surface listener:px-5 listener:font-display listener:text-lg listener:font-bold listener:hover:bg-raised"
                >
                  {capitalized(topic)}
                  <ArrowRight aria-hidden="true" size={20} className="listener:text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Section>
  )
}
