import { useSearchParams } from 'react-router-dom'

/** Filters of a tab, stored in the query of the address. */
export const useAddressFilters = <Name extends string>(names: readonly Name[]) => {
  const [search, setSearch] = useSearchParams()
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value) values[name] = value
  }

  const addressWith = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }

  return {
    values,
    /** An empty value removes a filter. */
    set: (changes: Partial<Record<Name, string>>) => setSearch(addressWith(changes), { replace: true }),
    /** For links to the same tab with other filters. */
    linkWith: (changes: Partial<Record<Name, string>>) => `?${addressWith(changes)}`,
  }
}
