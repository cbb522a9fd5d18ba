import { Button } from '@griot/ui/button'
import { IconButton } from '@griot/ui/icon-button'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef } from 'react'
import { type FieldValues, useFieldArray, useFormContext } from 'react-hook-form'

interface ListFieldProps {
  name: string
  legend: string
  hint: string
  addLabel: string
  /** Of one entry, as in "Remove person 2". */
  noun: string
  empty: FieldValues
  children: (path: string) => ReactNode
}

/** A list of entries that the user extends and shortens. */
export function ListField({ name, legend, hint, addLabel, noun, empty, children }: ListFieldProps) {
  const { fields, append, remove } = useFieldArray({ name })
  const { errors } = useFormContext().formState
  const add = useRef<HTMLButtonElement>(null)
  const error = errors[name]?.message
  const handleRemove = (at: number) => {
    remove(at)
    // The removed button had the focus.
    add.current?.focus()
  }
  return (
    <fieldset className="studio:grid studio:gap-3">
      <legend className="g-label studio:mb-1">{legend}</legend>
      <p className="g-hint">{hint}</p>
      {fields.map(({ id }, at) => (
        <div key={id} className="studio:grid studio:gap-3 studio:rounded-m studio:bg-raised studio:p-3">
          <div className="studio:flex studio:items-center studio:justify-between">
            <span className="studio:font-semibold">
              {noun} {at + 1}
            </span>
            <IconButton label={`Remove ${noun.toLowerCase()} ${at + 1}`} onClick={() => handleRemove(at)}>
              <Trash2 />
            </IconButton>
          </div>
          {children(`${name}.${at}`)}
        </div>
      ))}
      {typeof error === 'string' && (
        <p role="alert" className="g-error">
          {error}
        </p>
      )}
      <Button
        ref={add}
        look="secondary"
        size="small"
        className="studio:justify-self-start"
        onClick={() => append({ ...empty })}
      >
        {addLabel}
      </Button>
    </fieldset>
  )
}
