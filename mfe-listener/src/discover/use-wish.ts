import { CATEGORIES } from '@griot/contracts/catalog/podcasts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Shelf, Wish } from './api.ts'

const TYPING_PAUSE_MS = 250

const SHELVES: readonly string[] = ['trending', ...CATEGORIES]
const isShelf = (text: string | null): text is Shelf => text !== null && SHELVES.includes(text)

/** What someone looks for lives in the address (`?category=` and `?q=`); the box runs ahead of it while they type. */
export const useWish = () => {
  const [address, setAddress] = useSearchParams()
  const named = address.get('category')
  const wish: Wish = { shelf: isShelf(named) ? named : 'all', search: address.get('q') ?? '' }
  const [typed, setTyped] = useState(wish.search)

  const keep = ({ shelf, search }: Wish, { replace }: { replace: boolean }) =>
    setAddress({ ...(search && { q: search }), ...(shelf !== 'all' && { category: shelf }) }, { replace })

  // The address may change by itself: back, forward, a link to Discover in the menu.
  useEffect(() => setTyped((current) => (current.trim() === wish.search ? current : wish.search)), [wish.search])

  useEffect(() => {
    if (typed.trim() === wish.search) return
    const timer = setTimeout(
      () => keep({ shelf: wish.shelf, search: typed.trim() }, { replace: true }),
      TYPING_PAUSE_MS,
    )
    return () => clearTimeout(timer)
  })

  return {
    wish,
    typed,
    type: setTyped,
    /** Back leads to the shelf before; what is typed is no page of its own. */
    choose: (shelf: Shelf) => keep({ shelf, search: typed.trim() }, { replace: shelf === wish.shelf }),
    clear: () => {
      setTyped('')
      keep({ shelf: 'all', search: '' }, { replace: true })
    },
  }
}
