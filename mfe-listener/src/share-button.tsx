import { useShell } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import Share2 from 'lucide-react/icons/share-2'

interface ShareButtonProps {
  title: string
  /** Path and query on our own origin, read when the button is pressed. */
  address: () => string
}

/** The device's own share sheet, else the link in the clipboard. */
export function ShareButton({ title, address }: ShareButtonProps) {
  const { ui } = useShell()

  const handleShare = async () => {
    const url = new URL(address(), window.location.origin).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      ui.toast({ title: 'Link Copied', description: url })
    } catch (error) {
      // Closing the share sheet is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      ui.toast({ title: 'The link could not be copied', description: url, tone: 'destructive' })
    }
  }

  return (
    <Button look="secondary" onClick={() => void handleShare()}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  )
}
