import { signInPath } from '@griot/contracts/user'
import { afterClosing } from '@griot/ui/overlay-history'

/** Leaves the page. A dialog that closes with the press removes its history entry first, which would stop the navigation. */
export const signIn = () => afterClosing(() => window.location.assign(signInPath(window.location)))
