import { useSearchParams } from 'react-router-dom'

/** Stores the selected tab in `?tab=`, except the first one. */
export const useTabInAddress = (ids: readonly string[]) => {
  const [search, setSearch] = useSearchParams()
  const [first = ''] = ids
  const value = ids.find((id) => id === search.get('tab')) ?? first
  const onChange = (id: string) => setSearch(id === first ? {} : { tab: id }, { replace: true })
  return { value, onChange }
}
