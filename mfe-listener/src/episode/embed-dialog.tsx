import { embedPath } from '@griot/contracts/public-addresses'
import { useShell } from '@griot/shell-sdk/react'
import { copyText } from '@griot/shell-sdk/share'
import { Dialog } from '@griot/ui/dialog'
import { EmbedCode } from '@griot/ui/embed-code'

interface EmbedDialogProps {
  id: string
  title: string
  onClose: () => void
}

export function EmbedDialog({ id, title, onClose }: EmbedDialogProps) {
  const { ui } = useShell()
  return (
    <Dialog open onClose={onClose} title="Embed this episode" description={title}>
      <EmbedCode
        path={embedPath(id)}
        kind="episode"
        title={title}
        onCopy={(code) => void copyText({ text: code, copied: 'Code Copied' }, ui.toast)}
      />
    </Dialog>
  )
}
