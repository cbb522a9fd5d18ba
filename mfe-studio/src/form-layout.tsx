import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { type FormEventHandler, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TypedWorkNote } from './typed-work/typed-work-note.tsx'
import type { TypedWork } from './typed-work/use-typed-work.ts'

interface FormProps {
  title: string
  work: TypedWork
  onSubmit: FormEventHandler
  children: ReactNode
}

interface CreateFormProps extends FormProps {
  /** What the button says that unfolds it on phones. */
  fold: string
  /** It was created: on phones the list is what one wants to see. */
  isDone: boolean
}

/**
 * The card that a create form stands in, beside its list; on phones it is folded, and the list comes first. The browser's
 * own validation is off: every text is ours.
 */
export function CreateForm({ title, fold, isDone, work, onSubmit, children }: CreateFormProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasLeft = work.isBack || work.lostPicture !== null

  useEffect(() => {
    if (wasLeft) setOpen(true)
  }, [wasLeft])
  useEffect(() => {
    if (!isDone) return
    setOpen(false)
    // What had the focus is folded away; where nothing folds, the button is not there and the focus stays.
    button.current?.focus()
  }, [isDone])

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      <Button
        ref={button}
        look={isOpen ? 'quiet' : 'primary'}
        wide
        aria-expanded={isOpen}
        aria-controls={`${id}-card`}
        className="studio:lg:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the form' : fold}
      </Button>
      <Card id={`${id}-card`} className={isOpen ? '' : 'studio:max-lg:hidden'}>
        <form aria-labelledby={id} noValidate onSubmit={onSubmit} className="studio:grid studio:gap-5">
          <h2 id={id} className="studio:text-2xl">
            {title}
          </h2>
          <TypedWorkNote work={work} />
          {children}
        </form>
      </Card>
    </div>
  )
}

interface EditFormProps extends FormProps {
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

/** A form beside the list of what was created with it; on phones the list below what unfolds the form. */
export function FormAndList({ form, list }: { form: ReactNode; list: ReactNode }) {
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:items-start studio:gap-8 studio:lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      {form}
      {list}
    </div>
  )
}
