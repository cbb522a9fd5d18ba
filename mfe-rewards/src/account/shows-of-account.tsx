import { ListShowsOfAccount } from '@griot/contracts/catalog/account-deletion'
import { readPages } from '@griot/shell-sdk/read'
import { QueryStates } from '@griot/ui/query-states'
import { ShowMore } from '@griot/ui/show-more'
import { Skeleton } from '@griot/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'

/** The shows of the user, with what happens to each when the account is deleted. */
export function ShowsOfAccount() {
  const shows = useInfiniteQuery(readPages(ListShowsOfAccount, {}))
  return (
    <QueryStates
      query={shows}
      what="your shows"
      skeleton={<Skeleton height="3rem" />}
      empty={<p>You are not the host of a show.</p>}
    >
      {(list) => (
        <div className="rewards:grid rewards:gap-2">
          <p>Your shows:</p>
          <ul aria-label="Your shows" className="rewards:list-disc rewards:ps-5 rewards:wrap-anywhere">
            {list.map(({ id, title, newHostName }) => (
              <li key={id}>
                “{title}” {newHostName === null ? 'is deleted.' : `stays, and ${newHostName} becomes its host.`}
              </li>
            ))}
          </ul>
          <ShowMore pages={shows} what="of your shows" />
        </div>
      )}
    </QueryStates>
  )
}
