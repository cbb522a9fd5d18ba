import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { Button } from '@griot/ui/button'
import CodeXml from 'lucide-react/icons/code-xml'
import { useState } from 'react'
import { EmbedDialog } from '../embed-dialog.tsx'

/** Shows the HTML that embeds the player of a show, which has a public episode. */
export function EmbedShowButton({ show: { id, title } }: { show: FullPodcast }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        <CodeXml aria-hidden="true" />
        Embed
      </Button>
      {isOpen && <EmbedDialog kind="podcast" id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
