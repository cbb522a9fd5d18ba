import CodeXml from 'lucide-react/icons/code-xml'
import { DialogButton } from '../dialog-button.tsx'

const loadDialog = async () => (await import('./embed-dialog.tsx')).EmbedDialog

/** Shows the HTML that embeds the player of an episode in a page. */
export function EmbedButton({ id, title }: { id: string; title: string }) {
  return (
    <DialogButton load={loadDialog} props={{ id, title }} loginText="Please log in to embed" look="secondary">
      <CodeXml aria-hidden="true" />
      Embed
    </DialogButton>
  )
}
