import { CATEGORIES } from '@griot/contracts/catalog/podcasts'
import { whenNoneIsOpen } from '@griot/ui/overlay-history'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Shelf } from '../shows/api.ts'

interface Filter {
  shelf: Shelf
  search: string
}

const TYPING_PAUSE_MS = 250

const SHELVES: readonly string[] = ['trending', ...CATEGORIES]
const isShelf = (text: string | null): text is Shelf => text !== null && SHELVES.includes(text)

/** The filter is stored in the URL (`?category=` and `?q=`). The search box updates it after a pause in typing. */
export const useFilter = () => {
  const [address, setAddress] = useSearchParams()
  const named = address.get('category')
  const filter: Filter = { shelf: isShelf(named) ? named : 'all', search: address.get('q') ?? '' }
  const [typed, setTyped] = useState(filter.search)

  const saveFilter = ({ shelf, search }: Filter, { replace }: { replace: boolean }) => {
    // The chosen tab of the results stays while the text changes.
    const tab = address.get('tab')
    const category = shelf !== 'all' && { category: shelf }
    setAddress({ ...(search && { q: search, ...(tab && { tab }) }), ...category }, { replace })
  }

  // The URL also changes by Back, Forward and the menu.
  useEffect(() => setTyped((current) => (current.trim() === filter.search ? current : filter.search)), [filter.search])

  useEffect(() => {
    if (typed.trim() === filter.search) return
    const save = () => saveFilter({ shelf: filter.shelf, search: typed.trim() }, { replace: true })
    let cancel = () => {}
    const timer = setTimeout(() => {
      cancel = whenNoneIsOpen(save)
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  })

  return {
    filter,
    typed,
    type: setTyped,
    /** A category is a history entry of its own; search text is not. */
    choose: (shelf: Shelf) => saveFilter({ shelf, search: typed.trim() }, { replace: shelf === filter.shelf }),
    clear: () => {
      setTyped('')
      saveFilter({ shelf: 'all', search: '' }, { replace: true })
    },
  }
}
