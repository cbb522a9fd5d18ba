import { useShell } from '@griot/shell-sdk/react'
import { share } from '@griot/shell-sdk/share'
import { Button } from '@griot/ui/button'
import Copy from 'lucide-react/icons/copy'

interface PrivateAddressProps {
  /** As in "Link for …". */
  label: string
  title: string
  /** Path on our origin. */
  link: string
  /** What the user must know, because the link is shown once. */
  note: string
}

/** A link that the server returns once, with a button that shares or copies it. */
export function PrivateAddress({ label, title, link, note }: PrivateAddressProps) {
  const { ui } = useShell()
  const address = new URL(link, window.location.origin).href
  return (
    <div role="status" className="studio:grid studio:gap-2 studio:rounded-m studio:bg-raised studio:p-4">
      <p className="studio:font-semibold">{label}</p>
      <p className="studio:text-sm studio:wrap-anywhere studio:select-all">{address}</p>
      <p className="g-hint">{note}</p>
      <div>
        <Button look="secondary" size="small" onClick={() => void share({ title, address: link }, ui.toast)}>
          <Copy aria-hidden="true" />
          Share or copy the link
        </Button>
      </div>
    </div>
  )
}
