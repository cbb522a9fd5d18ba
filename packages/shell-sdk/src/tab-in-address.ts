import { useSearchParams } from 'react-router-dom'

/** The chosen tab lives in `?tab=`, so that a reload or a link finds it again; the first one needs no mention. */
export const useTabInAddress = (ids: readonly string[]) => {
  const [search, setSearch] = useSearchParams()
  const [first = ''] = ids
  const value = ids.find((id) => id === search.get('tab')) ?? first
  const onChange = (id: string) => setSearch(id === first ? {} : { tab: id }, { replace: true })
  return { value, onChange }
}
