import { Button } from '@griot/ui/button'
import { Skeleton } from '@griot/ui/skeleton'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentType, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { OnDemand } from '../on-demand.tsx'

interface MoreDetailsProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>
  /** As in "We could not load …". */
  what: string
  /** The fields of the form below "More details". */
  fields: readonly string[]
  props: Props
}

/** The fields that only some creators need, collapsed. A field with an error opens them. */
export function MoreDetails<Props extends object>({ load, what, fields, props }: MoreDetailsProps<Props>) {
  const id = useId()
  const { errors } = useFormContext().formState
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || fields.some((field) => errors[field] !== undefined)
  return (
    <div className="studio:grid studio:gap-4">
      <Button
        look="quiet"
        size="small"
        className="studio:-ms-2 studio:justify-self-start"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <ChevronDown size={18} aria-hidden="true" className={isShown ? 'studio:rotate-180' : ''} />
        More details
      </Button>
      <div id={id} hidden={!isShown} className={isShown ? 'studio:grid studio:gap-5' : ''}>
        {isShown && (
          <OnDemand load={load} what={what} skeleton={<Skeleton height="20rem" />}>
            {(Fields) => <Fields {...props} />}
          </OnDemand>
        )}
      </div>
    </div>
  )
}
