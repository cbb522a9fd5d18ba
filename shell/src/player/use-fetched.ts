import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { keyFor } from '@griot/contracts/query-key'
import { call } from '@griot/shell-sdk/http'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

interface Fetched<Answer> {
  /** Undefined while it loads, and if it failed. A failed refetch keeps it. */
  data?: Answer
  hasFailed?: boolean
}

/** A read through the page's query cache. The hooks of the query library would add to the first paint. */
export const useFetched = <E extends Endpoint>(client: QueryClient, endpoint: E, input: Omit<CallInput<E>, 'body'>) => {
  const [key] = keyFor(endpoint, input)
  const [count, setCount] = useState(0)
  const [fetched, setFetched] = useState<Fetched<ResponseOf<E>> & { key: string }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the input, and a new count fetches again
  useEffect(() => {
    let isCurrent = true
    const show = (result: Fetched<ResponseOf<E>>) => isCurrent && setFetched({ key, ...result })
    client.fetchQuery({ queryKey: [key], queryFn: () => call(endpoint, input as CallInput<E>) }).then(
      (data) => show({ data }),
      () => isCurrent && setFetched((before) => ({ ...(before?.key === key && before), key, hasFailed: true })),
    )
    return () => {
      isCurrent = false
    }
  }, [client, key, count])

  const { data, hasFailed = false } = fetched?.key === key ? fetched : {}
  const refetch = () => {
    setFetched((before) => before && { ...before, hasFailed: false })
    setCount((before) => before + 1)
  }
  return { data, hasFailed, refetch }
}
