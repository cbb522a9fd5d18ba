import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import type { FormEvent } from 'react'

interface SearchFormProps {
  label: string
  hint: string
  value: string | undefined
  onSearch: (text: string) => void
}

export function SearchForm({ label, hint, value = '', onSearch }: SearchFormProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim())
  }
  return (
    <search>
      {/* The key shows the value of the address after Back. */}
      <form
        key={value}
        onSubmit={handleSubmit}
        className="studio:flex studio:flex-wrap studio:items-start studio:gap-2"
      >
        <div className="studio:min-w-0 studio:flex-1">
          <Input name="search" type="search" label={label} hint={hint} defaultValue={value} maxLength={200} />
        </div>
        <Button type="submit" look="secondary" className="studio:mt-7">
          Search
        </Button>
      </form>
    </search>
  )
}
