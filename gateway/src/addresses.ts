import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'

interface Address {
  segments: string[]
  methods: string[]
}

const compile = () => {
  const bySize = new Map<number, Address[]>()
  for (const { method, path } of Object.values(ALL_ENDPOINTS).flatMap((group) => Object.values(group))) {
    const segments = segmentsOf(path)
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    bySize.set(segments.length, [...(bySize.get(segments.length) ?? []), { segments, methods }])
  }
  return bySize
}

/** As the services' routers read an address: in any case, and with a slash at its end or without. */
const segmentsOf = (path: string) => path.replace(/\/$/, '').toLowerCase().split('/')

const bySize = compile()

/** The methods that an address takes, as the description of the API has them; none where nobody answers. */
export const methodsAt = (path: string): string[] => {
  const given = segmentsOf(path)
  const found = bySize.get(given.length)?.filter(({ segments }) => fits(segments, given)) ?? []
  return [...new Set(found.flatMap(({ methods }) => methods))]
}

const fits = (segments: string[], given: string[]) =>
  segments.every((segment, index) => segment === given[index] || segment.startsWith(':'))
