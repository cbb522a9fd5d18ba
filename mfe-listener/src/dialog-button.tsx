import { loginRequired } from '@griot/shell-sdk/login-required'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import { type ComponentType, type ReactNode, useState } from 'react'

interface Closable {
  onClose: () => void
}

interface DialogButtonProps<Props extends Closable> {
  load: () => Promise<ComponentType<Props>>
  props: Omit<Props, 'onClose'>
  /** Of the message to visitors. */
  loginText: string
  look?: 'quiet' | 'secondary'
  /** Icon and text. */
  children: ReactNode
}

/** Opens a dialog for signed-in users that is loaded on demand. */
export function DialogButton<Props extends Closable>(button: DialogButtonProps<Props>) {
  const { load, props, loginText, look = 'quiet', children } = button
  const { session, ui } = useShell()
  const user = useStore(session.user)
  const [presses, setPresses] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand<Props>(load, presses, () => {
    setOpen(false)
    ui.toast(failureToast('The form did not load'))
  })

  const handlePress = () => {
    if (user === null) {
      ui.toast(loginRequired(loginText, session.signIn))
      return
    }
    setPresses(presses + 1)
    setOpen(true)
  }
  const all = { ...props, onClose: () => setOpen(false) } as Props
  return (
    <>
      <Button look={look} pending={isOpen && !Dialog} onClick={handlePress}>
        {children}
      </Button>
      {isOpen && Dialog && <Dialog {...all} />}
    </>
  )
}
