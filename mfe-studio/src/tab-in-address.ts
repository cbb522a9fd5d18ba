import { useSearchParams } from 'react-router-dom'

/** The chosen tab lives in `?tab=`, so that a reload or a link finds it again; the first one needs no mention. */
export const useTabInAddress = (ids: readonly [string, ...string[]]) => {
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  const value = named !== null && ids.includes(named) ? named : ids[0]
  const onChange = (id: string) => setSearch(id === ids[0] ? {} : { tab: id }, { replace: true })
  return { value, onChange }
}
