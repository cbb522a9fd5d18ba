import { Button } from '@griot/ui/button'
import { Bold as BoldMark } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic as ItalicMark } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { EditorContent, useEditor } from '@tiptap/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Toolbar } from './toolbar.tsx'

const extensions = [
  Document,
  Paragraph,
  Text,
  BoldMark,
  ItalicMark,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  HardBreak,
  UndoRedo,
  Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' }),
]

interface HtmlEditorProps {
  label: string
  html: string
  hint?: ReactNode
  error?: string | undefined
  onChange: (html: string, text: string) => void
  /** The user wants plain text again. */
  onPlain: () => void
}

/** An editor of paragraphs, bold, italic, links and lists. */
export function HtmlEditor({ label, html, hint, error, onChange, onPlain }: HtmlEditorProps) {
  const id = useId()
  const [labelId, hintId, errorId] = ['label', 'hint', 'error'].map((part) => `${id}-${part}`)
  const emitted = useRef(html)
  const editor = useEditor({
    extensions,
    content: html,
    // The content security policy forbids inline styles.
    injectCSS: false,
    onUpdate: ({ editor }) => {
      emitted.current = editor.getHTML()
      onChange(emitted.current, editor.getText({ blockSeparator: '\n\n' }))
    },
  })

  useEffect(() => {
    // Another value than the last one of the editor is a restored draft or a reset form.
    if (html === emitted.current) return
    emitted.current = html
    editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])

  useEffect(() => {
    const attributes = {
      role: 'textbox',
      class: 'g-input studio:min-h-40 studio:whitespace-break-spaces studio:[&>*+*]:mt-3',
      'aria-multiline': 'true',
      'aria-required': 'true',
      'aria-labelledby': labelId ?? '',
      'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' '),
      'aria-invalid': String(error !== undefined),
    }
    editor.setOptions({ editorProps: { attributes } })
  }, [editor, labelId, hint, hintId, error, errorId])

  return (
    <div className="g-field">
      <span id={labelId} className="g-label">
        {label}
      </span>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="g-notes g-notes-html" />
      {hint && (
        <span className="g-hint" id={hintId}>
          {hint}
        </span>
      )}
      {error && (
        <span className="g-error" id={errorId} role="alert">
          <CircleAlert size={16} aria-hidden="true" style={{ alignSelf: 'center', flex: 'none' }} />
          {error}
        </span>
      )}
      <Button look="quiet" size="small" className="studio:-ms-2 studio:justify-self-start" onClick={onPlain}>
        Use plain text
      </Button>
    </div>
  )
}
