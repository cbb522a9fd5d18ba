import type { ComponentProps } from 'react'
import { useOnline } from './use-online.ts'

/** A link to an address that needs the server, such as a download. Without a network, the browser would show its error page. */
export function ServerLink({ href, download, children, ...rest }: ComponentProps<'a'>) {
  if (useOnline()) {
    return (
      <a {...rest} href={href} download={download}>
        {children}
      </a>
    )
  }
  // It keeps the focus.
  return (
    <a {...rest} role="link" aria-disabled="true" tabIndex={0}>
      {children} (needs a connection)
    </a>
  )
}
