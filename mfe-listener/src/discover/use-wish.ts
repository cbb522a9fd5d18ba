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

  const keep = ({ shelf, search }: Wish) =>
    setAddress({ ...(search && { q: search }), ...(shelf !== 'all' && { category: shelf }) }, { replace: true })

  // The address may change by itself: back, forward, a link to Discover in the menu.
  useEffect(() => setTyped((current) => (current.trim() === wish.search ? current : wish.search)), [wish.search])

  useEffect(() => {
    if (typed.trim() === wish.search) return
    const timer = setTimeout(() => keep({ shelf: wish.shelf, search: typed.trim() }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })

  return {
    wish,
    typed,
    type: setTyped,
    choose: (shelf: Shelf) => keep({ shelf, search: typed.trim() }),
    clear: () => {
      setTyped('')
      keep({ shelf: 'all', search: '' })
    },
  }
}
