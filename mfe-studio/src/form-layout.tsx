import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { TypedWorkNote } from './typed-work/typed-work-note.tsx'
import type { TypedWork } from './typed-work/use-typed-work.ts'

interface CreateFormProps {
  title: string
  work: TypedWork
  onSubmit: FormEventHandler
  children: ReactNode
}

/** The card that a create form stands in. The browser's own validation is off: every text is ours. */
export function CreateForm({ title, work, onSubmit, children }: CreateFormProps) {
  const id = useId()
  return (
    <Card>
      <form aria-labelledby={id} noValidate onSubmit={onSubmit} className="studio:grid studio:gap-5">
        <h2 id={id} className="studio:text-2xl">
          {title}
        </h2>
        <TypedWorkNote work={work} />
        {children}
      </form>
    </Card>
  )
}

interface EditFormProps extends CreateFormProps {
  isPending: boolean
  onClose: () => void
}

/** The dialog that something is changed in. Closed other than by its own buttons, it opens with what was typed. */
export function EditForm({ title, work, isPending, onSubmit, onClose, children }: EditFormProps) {
  const handleCancel = () => {
    work.forget()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={onSubmit} className="studio:grid studio:gap-5">
        <TypedWorkNote work={work} />
        {children}
        <DialogActions>
          <Button look="quiet" onClick={handleCancel}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Saving...' : 'Save changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** A form beside the list of what was created with it; on phones one below the other. */
export function FormAndList({ form, list }: { form: ReactNode; list: ReactNode }) {
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:items-start studio:gap-8 studio:lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      {form}
      {list}
    </div>
  )
}
