import { Input, Select } from '@griot/ui/input'
import { SHOWN, type Shown, SORTED, type Sorted, type Wish } from './pick-files.ts'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

interface LibraryFiltersProps {
  wish: Wish
  onChange: (wish: Wish) => void
}

export function LibraryFilters({ wish, onChange }: LibraryFiltersProps) {
  return (
    <fieldset
      aria-label="Find files"
      className="studio:mb-5 studio:grid studio:grid-cols-2 studio:gap-3 studio:sm:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="studio:col-span-2 studio:sm:col-span-1">
        <Input
          label="Search your files"
          type="search"
          autoComplete="off"
          value={wish.typed}
          onChange={(event) => onChange({ ...wish, typed: event.target.value })}
        />
      </div>
      <Select
        label="Show"
        options={optionsOf(SHOWN)}
        value={wish.shown}
        onChange={(event) => onChange({ ...wish, shown: event.target.value as Shown })}
      />
      <Select
        label="Sort"
        options={optionsOf(SORTED)}
        value={wish.sorted}
        onChange={(event) => onChange({ ...wish, sorted: event.target.value as Sorted })}
      />
    </fieldset>
  )
}
