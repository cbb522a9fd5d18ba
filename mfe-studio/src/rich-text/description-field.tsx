import { Button } from '@griot/ui/button'
import { Textarea } from '@griot/ui/input'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../form-layout.tsx'
import { OnDemand } from '../on-demand.tsx'
import { htmlOf } from './html-of.ts'

/** As the server cuts the text that it derives from HTML. */
const MAX_TEXT = 5000

const load = async () => (await import('./html-editor.tsx')).HtmlEditor

interface DescriptionFieldProps {
  /** The field of the form that has the HTML; empty while the description is plain text. */
  htmlField: 'descriptionHtml' | 'notesHtml'
  rows?: number
  hint?: ReactNode
}

/** The description: plain text, or formatted by an editor that loads when the user asks for it. */
export function DescriptionField({ htmlField, rows, hint }: DescriptionFieldProps) {
  const form = useFormContext()
  const field = fieldsOf(form)
  const html: string = form.watch(htmlField)
  const set = (name: string, value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  if (html === '') {
    return (
      <div className="studio:grid studio:justify-items-start studio:gap-1">
        <div className="studio:w-full">
          <Textarea label="Description" required rows={rows} hint={hint} {...field('description')} />
        </div>
        <Button
          look="quiet"
          size="small"
          className="studio:-ms-2"
          onClick={() => set(htmlField, htmlOf(form.getValues('description')))}
        >
          Add bold, links and lists
        </Button>
      </div>
    )
  }
  return (
    <OnDemand load={load} what="the editor" skeleton={<Skeleton height="14rem" />}>
      {(HtmlEditor) => (
        <HtmlEditor
          label="Description"
          html={html}
          hint={hint}
          error={field('description').error ?? field(htmlField).error}
          onChange={(changed, text) => {
            set(htmlField, changed)
            set('description', text.slice(0, MAX_TEXT))
          }}
          onPlain={() => set(htmlField, '')}
        />
      )}
    </OnDemand>
  )
}
