import { useShell } from '@griot/shell-sdk/react'
import { share } from '@griot/shell-sdk/share'
import { Button } from '@griot/ui/button'
import Share2 from 'lucide-react/icons/share-2'

interface ShareButtonProps {
  title: string
  /** Path and query on our origin, evaluated when the button is pressed. */
  address: () => string
}

/** Opens the device's share sheet, or copies the link if there is none. */
export function ShareButton({ title, address }: ShareButtonProps) {
  const { ui } = useShell()

  return (
    <Button look="secondary" onClick={() => void share({ title, address: address() }, ui.toast)}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  )
}
