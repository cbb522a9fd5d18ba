import { useShell } from '@griot/shell-sdk/react'
import { IconButton } from '@griot/ui/icon-button'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'

/** Copies the id of something, for whoever wants to name it elsewhere. */
export function CopyId({ id, of }: { id: string; of: string }) {
  const { ui } = useShell()
  const [isCopied, setIsCopied] = useState(false)

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setIsCopied(true)
      ui.toast({ title: 'Id copied', description: id })
    } catch {
      // Some browsers ask, and people say no: then it is there to be selected.
      ui.toast({ title: 'The id could not be copied', description: id })
    }
  }

  return (
    <IconButton label={`Copy the id of ${of}`} title="Copy id" onClick={() => void handleCopy()}>
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </IconButton>
  )
}
