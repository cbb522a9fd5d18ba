import { IconButton } from '@griot/ui/icon-button'
import { type Editor, useEditorState } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import { useState } from 'react'
import { LinkAddress } from './link-address.tsx'

export function Toolbar({ editor }: { editor: Editor }) {
  const [asksLink, setAsksLink] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      link: editor.isActive('link'),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
    }),
  })
  const chain = () => editor.chain().focus()
  const buttons = [
    { name: 'bold', label: 'Bold', icon: <Bold />, onClick: () => chain().toggleBold().run() },
    { name: 'italic', label: 'Italic', icon: <Italic />, onClick: () => chain().toggleItalic().run() },
    { name: 'link', label: 'Link', icon: <LinkIcon />, onClick: () => setAsksLink(!asksLink) },
    { name: 'bulletList', label: 'Bulleted list', icon: <List />, onClick: () => chain().toggleBulletList().run() },
    {
      name: 'orderedList',
      label: 'Numbered list',
      icon: <ListOrdered />,
      onClick: () => chain().toggleOrderedList().run(),
    },
  ] as const

  return (
    <>
      <fieldset className="studio:flex studio:flex-wrap studio:gap-1">
        <legend className="g-visually-hidden">Format of the description</legend>
        {buttons.map(({ name, label, icon, onClick }) => (
          <IconButton
            key={name}
            label={label}
            aria-pressed={active[name]}
            onClick={onClick}
            className="studio:aria-pressed:bg-teal-wash"
          >
            {icon}
          </IconButton>
        ))}
      </fieldset>
      {asksLink && <LinkAddress editor={editor} onDone={() => setAsksLink(false)} />}
    </>
  )
}
