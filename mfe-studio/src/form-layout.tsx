import { ApiError } from '@griot/contracts/errors'
import type { Toast } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { failureToast } from '@griot/ui/use-online'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type FieldValues,
  FormProvider,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form'
import { type FormDraft, useFormDraft } from './drafts/drafts.ts'
import { FormDialog } from './form-dialog.tsx'
import type { PictureDraft } from './pictures/picture-draft.ts'

interface SaveFormProps<Values extends FieldValues, Checked extends FieldValues, Saved> {
  title: string
  draftName: string
  form: UseFormReturn<Values, unknown, Checked>
  picture?: PictureDraft
  saving: UseMutationResult<Saved, Error, Checked>
  doneToast: (saved: Saved) => Toast
  failure: string
  /** The label of the button that opens a create form on phones. */
  openLabel: string
  /** A create form that is open on phones. */
  isUnfolded?: boolean | undefined
  /** The form edits. Otherwise it creates. */
  isEdit?: boolean
  /** The form is a dialog. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A form with a draft that creates or edits. */
export function SaveForm<Values extends FieldValues, Checked extends FieldValues, Saved>(
  props: SaveFormProps<Values, Checked, Saved>,
) {
  const { title, draftName, form, picture, saving, doneToast, failure, openLabel, isUnfolded, onClose, children } =
    props
  const { isEdit = onClose !== undefined } = props
  const { ui } = useShell()
  const titleId = useId()
  const draft = useFormDraft(draftName, form, picture)
  const { isPending } = saving

  // Closing the dialog keeps the draft.
  const finish = () => {
    draft.discard()
    onClose?.()
  }
  const submit = form.handleSubmit((checked) =>
    saving.mutate(checked, {
      onSuccess: (saved) => {
        ui.toast(doneToast(saved))
        finish()
      },
      onError: (error) => {
        ui.toast(failureToast('Error', failure))
        showServerError(error, form.setError)
      },
    }),
  )

  const fields = (
    <FormProvider {...form}>
      <DraftNote draft={draft} />
      {children}
      {form.formState.errors.root?.server && (
        <p role="alert" className="g-error">
          {form.formState.errors.root.server.message}
        </p>
      )}
    </FormProvider>
  )
  const [submitLabel, pendingLabel] = isEdit ? ['Save changes', 'Saving...'] : [title, 'Creating...']
  if (onClose) {
    return (
      <FormDialog
        title={title}
        submitLabel={submitLabel}
        pendingLabel={pendingLabel}
        isPending={isPending}
        onSubmit={submit}
        onCancel={finish}
        onClose={onClose}
      >
        {fields}
      </FormDialog>
    )
  }
  const content = (
    <form aria-labelledby={titleId} noValidate onSubmit={submit} className="studio:grid studio:gap-5">
      <h2 id={titleId} className="studio:text-2xl">
        {title}
      </h2>
      {fields}
      <Button type="submit" wide pending={isPending}>
        {isPending ? pendingLabel : submitLabel}
      </Button>
    </form>
  )
  if (isEdit || isUnfolded) return <Card>{content}</Card>
  return (
    <FoldedCard openLabel={openLabel} draft={draft} isDone={saving.isSuccess}>
      {content}
    </FoldedCard>
  )
}

/** Shows the server's message beside the picture, its field errors beside the fields, or its message at the end of the form. */
export const showServerError = <Values extends FieldValues>(error: Error, setError: UseFormSetError<Values>) => {
  if (!(error instanceof ApiError)) return
  const { code, fields, sentence } = error
  // A picture error may name the field `cover` or `portrait`, which the form does not have.
  if (sentence && /^(cover|portrait)\./.test(code ?? '')) return setError('root.picture', { message: sentence })
  for (const [field, message] of Object.entries(fields)) setError(field as Path<Values>, { message })
  if (sentence && Object.keys(fields).length === 0) setError('root.server', { message: sentence })
}

/** Returns a function that registers a field of the form and shows its error. */
export const fieldsOf =
  <Values extends FieldValues, Checked extends FieldValues>(form: UseFormReturn<Values, unknown, Checked>) =>
  (name: Path<Values>, options?: RegisterOptions<Values>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  })

interface FoldedCardProps {
  openLabel: string
  draft: FormDraft
  /** The form was submitted: phones show the list again. */
  isDone: boolean
  children: ReactNode
}

/** A card beside a list. On phones it is collapsed, so that the list comes first. */
function FoldedCard({ openLabel, draft, isDone, children }: FoldedCardProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const hasDraft = draft.isRestored || draft.lostPicture !== null

  useEffect(() => {
    if (hasDraft) setOpen(true)
  }, [hasDraft])
  useEffect(() => {
    if (!isDone) return
    setOpen(false)
    // The element with the focus is now hidden. On wide screens the button is hidden and the focus does not move.
    button.current?.focus()
  }, [isDone])

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      <Button
        ref={button}
        look={isOpen ? 'quiet' : 'primary'}
        wide
        aria-expanded={isOpen}
        aria-controls={id}
        className="studio:lg:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the form' : openLabel}
      </Button>
      <Card id={id} className={isOpen ? '' : 'studio:max-lg:hidden'}>
        {children}
      </Card>
    </div>
  )
}

export function FormAndList({ form, list }: { form: ReactNode; list: ReactNode }) {
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:items-start studio:gap-8 studio:lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      {form}
      {list}
    </div>
  )
}

/** Explains that a form was filled from a draft, and which picture must be chosen again. */
export function DraftNote({ draft: { isRestored, lostPicture, discard } }: { draft: FormDraft }) {
  if (!isRestored && lostPicture === null) return null
  return (
    <div
      role="status"
      className="studio:flex studio:items-center studio:justify-between studio:gap-2 studio:rounded-m studio:bg-raised studio:py-2 studio:ps-4 studio:pe-1"
    >
      <div className="studio:min-w-0 studio:text-sm studio:wrap-anywhere">
        {isRestored && <p>Your unsaved changes are restored.</p>}
        {lostPicture !== null && <p>Please choose the picture “{lostPicture}” again.</p>}
      </div>
      <Button look="quiet" size="small" className="studio:flex-none" onClick={discard}>
        Start over
      </Button>
    </div>
  )
}
