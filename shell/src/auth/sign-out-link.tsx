import { buttonLook } from '@griot/ui/button'
import LogOut from 'lucide-react/icons/log-out'
import type { MouseEvent } from 'react'
import { SIGN_OUT_PATH, signOut } from './sign-out.ts'

const handleClick = (event: MouseEvent) => {
  // Opening it in another tab is the browser's affair.
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void signOut()
}

export function SignOutLink() {
  return (
    <a href={SIGN_OUT_PATH} onClick={handleClick} {...buttonLook({ look: 'secondary', size: 'small' })}>
      <LogOut aria-hidden="true" />
      Sign Out
    </a>
  )
}
