import { ExportAccount } from '@griot/contracts/account'
import { Button, buttonLook } from '@griot/ui/button'
import { useState } from 'react'
import { Section } from '../section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** What somebody may do with all that is kept about them: take it along, and have it removed. */
export function AccountPanel() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title="Your Account">
      <p className="rewards:text-muted">
        Everything that is kept about you, as one file: points and their reasons, history, favorites, podcasts, the
        pictures you uploaded and the facts of your recordings.
      </p>
      <div className="rewards:mt-4 rewards:flex rewards:flex-wrap rewards:gap-3">
        <a {...buttonLook({ look: 'secondary' })} href={ExportAccount.path} download>
          Download My Data
        </a>
        <Button look="quiet" onClick={() => setAsking(true)}>
          Delete My Account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}
