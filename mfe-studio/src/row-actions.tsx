import { IconButton } from '@griot/ui/icon-button'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { CopyId } from './copy-id.tsx'

interface RowActionsProps {
  id: string
  /** What the row is about, as it is called. */
  name: string
  onEdit: () => void
  onDelete: () => void
}

/** What one may do with a row of one's own. */
export function RowActions({ id, name, onEdit, onDelete }: RowActionsProps) {
  return (
    <span className="studio:-me-2 studio:flex studio:flex-wrap">
      <CopyId id={id} of={name} />
      <IconButton label={`Edit ${name}`} title="Edit" onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </span>
  )
}
