import { Button } from '@griot/ui/button'
import { Select } from '@griot/ui/input'
import Search from 'lucide-react/icons/search'
import type { FormEvent, ReactNode } from 'react'

export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="studio:mb-5 studio:flex studio:flex-wrap studio:items-end studio:gap-4">{children}</div>
}

interface SearchFilterProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

export function SearchFilter({ label, value, onSearch }: SearchFilterProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q')).trim())
  }
  return (
    <form className="studio:flex studio:min-w-0 studio:flex-[1_1_16rem] studio:gap-2" onSubmit={handleSubmit}>
      {/* A key, so that Back shows the search of the address. */}
      <input
        key={value}
        name="q"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        defaultValue={value}
        className="g-input studio:min-w-0"
      />
      <Button type="submit" look="secondary" aria-label="Search">
        <Search aria-hidden="true" />
      </Button>
    </form>
  )
}

interface ChoiceFilterProps {
  label: string
  /** The first option, which removes the filter. */
  all: string
  options: Readonly<Record<string, string>>
  value: string | undefined
  onChoose: (value: string) => void
}

export function ChoiceFilter({ label, all, options, value = '', onChoose }: ChoiceFilterProps) {
  const entries = Object.entries(options).map(([id, text]) => ({ value: id, label: text }))
  return (
    <div className="studio:max-w-56 studio:flex-[1_1_8rem]">
      <Select
        label={label}
        options={[{ value: '', label: all }, ...entries]}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </div>
  )
}
