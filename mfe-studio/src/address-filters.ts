import { useSearchParams } from 'react-router-dom'

/** The filters of a list, in the address, so that a link shows the same list. A changed filter keeps the others. */
export const useAddressFilters = () => {
  const [address, setAddress] = useSearchParams()
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { get: (name: string) => address.get(name) ?? '', set }
}
export type AddressFilters = ReturnType<typeof useAddressFilters>

/** The value, if it is one of these; an address may contain any. */
export const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((known) => known === value)
