import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useErrors } from './api.ts'
import { formatTime } from './format.ts'
import { TitledSection } from './titled-section.tsx'

/** The errors of a module in the pages of users. */
export function ErrorList({ module }: { module: string }) {
  return (
    <TitledSection title="Errors">
      <QueryStates
        query={useErrors(module)}
        what="the errors"
        skeleton={<Skeleton height="8rem" />}
        empty={<p className="muted">No page reported an error within 30 days.</p>}
      >
        {(errors) => (
          <ul className="errors">
            {errors.map(({ version, message, stack, page, incident, occurrences, firstAt, lastAt }) => (
              <li key={`${version} ${message} ${firstAt}`}>
                <details>
                  <summary>
                    <span className="message">{message}</span>
                    <span className="muted">
                      {occurrences === 1 ? 'once' : `${occurrences} times`}, last {formatTime(lastAt)}
                    </span>
                  </summary>
                  <p>
                    Version {version}, page {page}
                    {incident && `, incident ${incident}`}. First {formatTime(firstAt)}.
                  </p>
                  {stack && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the wide text
                    <section className="stack" tabIndex={0} aria-label="Stack trace">
                      <pre>{stack}</pre>
                    </section>
                  )}
                </details>
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </TitledSection>
  )
}
