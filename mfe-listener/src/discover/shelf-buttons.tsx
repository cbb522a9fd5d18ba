import type { Shelf } from './api.ts'

const SHELVES: readonly { shelf: Shelf; label: string }[] = [
  { shelf: 'all', label: 'All Podcasts' },
  { shelf: 'trending', label: 'Trending' },
  { shelf: 'business', label: 'Business' },
  { shelf: 'culture', label: 'Culture' },
  { shelf: 'education', label: 'Education' },
]

const LOOK =
  'listener:min-h-11 listener:flex-none listener:rounded-full listener:border listener:border-line-strong listener:px-4 listener:font-semibold listener:transition-colors listener:hover:bg-raised listener:aria-pressed:border-ink listener:aria-pressed:bg-ink listener:aria-pressed:text-page'

export function ShelfButtons({ chosen, onChoose }: { chosen: Shelf; onChoose: (shelf: Shelf) => void }) {
  return (
    <fieldset
      aria-label="Category"
      className="listener:-mx-4 listener:flex listener:min-w-0 listener:gap-2 listener:overflow-x-auto listener:px-4 listener:py-1 listener:[scrollbar-width:none] listener:sm:mx-0 listener:sm:flex-wrap listener:sm:px-0"
    >
      {SHELVES.map(({ shelf, label }) => (
        <button
          key={shelf}
          type="button"
          aria-pressed={shelf === chosen}
          onClick={() => onChoose(shelf)}
          className={LOOK}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
