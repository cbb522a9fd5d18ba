import { DELETE_WORDS, ExportAccount } from '@griot/contracts/account'
import { ApiError, isSignInTooOld } from '@griot/contracts/errors'
import { Button, buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { Input } from '@griot/ui/input'
import { Screen } from '@griot/ui/screen'
import { ServerLink } from '@griot/ui/server-link'
import { SignInAgain } from '@griot/ui/sign-in-again'
import { failureSentence } from '@griot/ui/use-online'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { useDeleteAccount } from '../api.ts'
import { SignedIn } from '../signed-in.tsx'
import { ShowsOfAccount } from './shows-of-account.tsx'

export function DeleteScreen() {
  return (
    <Screen title="Delete Your Account" intro="This cannot be undone." width="narrow">
      <SignedIn why="Log in to delete your account." needsPoints={false}>
        <Card>
          <DeleteForm />
        </Card>
      </SignedIn>
    </Screen>
  )
}

/** Requires a typed confirmation, because the deletion cannot be undone. */
function DeleteForm() {
  const deletion = useDeleteAccount()
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim().toLowerCase() === DELETE_WORDS
  const { error } = deletion

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The account no longer exists, so load the landing page.
    if (isConfirmed) deletion.mutate(undefined, { onSuccess: () => window.location.assign('/') })
  }

  return (
    <form className="rewards:grid rewards:gap-4" onSubmit={handleSubmit}>
      <p>
        Your podcasts, episodes and recordings, your name, your favorites and your points are deleted, and you are
        signed out everywhere. A later sign-in with your e-mail starts with an empty account.
      </p>
      <ShowsOfAccount />
      <p>A show that has other owners stays, with the recordings that its episodes play.</p>
      <p>
        You can{' '}
        <ServerLink href={ExportAccount.path} download className="rewards:font-semibold rewards:underline">
          download your data
        </ServerLink>{' '}
        first.
      </p>
      <Input
        label={`Type “${DELETE_WORDS}”`}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isSignInTooOld(error) && <SignInAgain />}
      {error && !isSignInTooOld(error) && (
        <p role="alert" className="g-error">
          {(error instanceof ApiError && error.sentence) ||
            failureSentence('Your account was not deleted. Please try again.')}
        </p>
      )}
      <div className="rewards:flex rewards:flex-wrap rewards:justify-end rewards:gap-3">
        <Link to="/account" {...buttonLook({ look: 'secondary' })}>
          Keep My Account
        </Link>
        <Button type="submit" look="danger" disabled={!isConfirmed} pending={deletion.isPending}>
          {deletion.isPending ? 'Deleting...' : 'Delete Everything'}
        </Button>
      </div>
    </form>
  )
}
