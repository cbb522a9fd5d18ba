/** Where a sign-in link leads: to the provider, and afterwards back to the place the person wanted. */
export const signInPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `/api/login?returnTo=${encodeURIComponent(pathname + search + hash)}`

/** Leaves the page for the sign-in page and comes back to where the person was. */
export const signIn = () => window.location.assign(signInPath(window.location))
