import { Button } from '@griot/ui/button'
import { Input } from '@griot/ui/input'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'

/** The address that the user means: without a scheme it is https. Null if it is none. */
const addressOf = (typed: string) => {
  const text = typed.trim()
  const address = /^(https?:\/\/|mailto:)/i.test(text) ? text : `https://${text}`
  return text !== '' && URL.canParse(address) ? address : null
}

/** Asks for the address of the selected text; without a selection the address is the text. */
export function LinkAddress({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: string = editor.getAttributes('link').href ?? ''
  const [typed, setTyped] = useState(current)
  const [isInvalid, setInvalid] = useState(false)

  const apply = () => {
    const href = addressOf(typed)
    if (href === null) return setInvalid(true)
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && current === '') {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.extendMarkRange('link').setLink({ href }).run()
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The dialog around the form stays open.
      event.stopPropagation()
      editor.commands.focus()
      onDone()
    }
    if (event.key !== 'Enter') return
    // It would submit the form around the editor.
    event.preventDefault()
    apply()
  }

  return (
    <div className="studio:grid studio:gap-2 studio:rounded-m studio:bg-raised studio:p-3">
      <Input
        label="Address of the link"
        type="url"
        inputMode="url"
        autoFocus
        value={typed}
        placeholder="https://"
        error={isInvalid ? 'Please enter an address such as https://example.org.' : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={handleKey}
      />
      <div className="studio:flex studio:flex-wrap studio:gap-2">
        <Button look="secondary" size="small" onClick={apply}>
          Apply link
        </Button>
        {current !== '' && (
          <Button look="quiet" size="small" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button look="quiet" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
