import { useShell } from '@griot/shell-sdk/react'
import { IconButton } from '@griot/ui/icon-button'
import Check from 'lucide-react/icons/check'
import CodeXml from 'lucide-react/icons/code-xml'
import Copy from 'lucide-react/icons/copy'
import Link2 from 'lucide-react/icons/link-2'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'

interface RowActionsProps {
  id: string
  name: string
  /** An action is missing if the user may not do it. */
  onEdit?: () => void
  onDelete?: () => void
  onMembers?: () => void
  onPrivateLinks?: () => void
  onChapters?: () => void
  onEmbed?: () => void
}

export function RowActions(actions: RowActionsProps) {
  const { id, name, onEdit, onDelete, onMembers, onPrivateLinks, onChapters, onEmbed } = actions
  return (
    <span className="studio:-me-2 studio:flex studio:flex-wrap">
      <CopyId id={id} name={name} />
      {onMembers && (
        <IconButton label={`Members of ${name}`} title="Members" onClick={onMembers}>
          <Users aria-hidden="true" />
        </IconButton>
      )}
      {onPrivateLinks && (
        <IconButton label={`Private links of ${name}`} title="Private links" onClick={onPrivateLinks}>
          <Link2 aria-hidden="true" />
        </IconButton>
      )}
      {onChapters && (
        <IconButton label={`Chapters of ${name}`} title="Chapters" onClick={onChapters}>
          <ListOrdered aria-hidden="true" />
        </IconButton>
      )}
      {onEmbed && (
        <IconButton label={`Embed ${name}`} title="Embed" onClick={onEmbed}>
          <CodeXml aria-hidden="true" />
        </IconButton>
      )}
      {onEdit && (
        <IconButton label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      {onDelete && (
        <IconButton label={`Delete ${name}`} title="Delete" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </span>
  )
}

export function CopyId({ id, name }: { id: string; name: string }) {
  const { ui } = useShell()
  const [isCopied, setIsCopied] = useState(false)

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setIsCopied(true)
      ui.toast({ title: 'Id copied', description: id })
    } catch {
      // Without permission to write to the clipboard, the user can select the id in the toast.
      ui.toast({ title: 'The id could not be copied', description: id })
    }
  }

  return (
    <IconButton label={`Copy the id of ${name}`} title="Copy id" onClick={() => void handleCopy()}>
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </IconButton>
  )
}
