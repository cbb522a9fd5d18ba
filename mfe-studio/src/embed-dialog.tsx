import { embedPath, showEmbedPath } from '@griot/contracts/public-addresses'
import { useShell } from '@griot/shell-sdk/react'
import { copyText } from '@griot/shell-sdk/share'
import { Dialog } from '@griot/ui/dialog'
import { EmbedCode } from '@griot/ui/embed-code'

interface EmbedDialogProps {
  kind: 'episode' | 'podcast'
  id: string
  title: string
  onClose: () => void
}

export function EmbedDialog({ kind, id, title, onClose }: EmbedDialogProps) {
  const { ui } = useShell()
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === 'episode' ? 'Embed this episode' : 'Embed this show'}
      description={title}
    >
      <EmbedCode
        path={kind === 'episode' ? embedPath(id) : showEmbedPath(id)}
        kind={kind}
        title={title}
        onCopy={(code) => void copyText({ text: code, copied: 'Code Copied' }, ui.toast)}
      />
    </Dialog>
  )
}
