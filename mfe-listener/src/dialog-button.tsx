import { loginRequired } from '@griot/shell-sdk/login-required'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

interface Closable {
  onClose: () => void
}

interface DialogButtonProps<Props extends Closable> {
  load: () => Promise<ComponentType<Props>>
  props: Omit<Props, 'onClose'>
  /** Of the message to visitors. */
  loginText: string
  look?: 'quiet' | 'secondary'
  /** The query parameter of links that open the dialog with the page. */
  openedBy?: string
  /** Icon and text. */
  children: ReactNode
}

/** Opens a dialog for signed-in users that is loaded on demand. */
export function DialogButton<Props extends Closable>(button: DialogButtonProps<Props>) {
  const { load, props, loginText, look = 'quiet', openedBy = '', children } = button
  const { session, ui } = useShell()
  const user = useStore(session.user)
  const [presses, setPresses] = useState(0)
  const [isPressed, setPressed] = useState(false)
  const [parameters, setParameters] = useSearchParams()
  const isRequested = user !== null && parameters.has(openedBy)
  const isOpen = isPressed || isRequested

  const handleClose = () => {
    setPressed(false)
    if (!isRequested) return
    const rest = new URLSearchParams(parameters)
    rest.delete(openedBy)
    setParameters(rest, { replace: true })
  }
  const Dialog = useOnDemand<Props>(load, presses || isRequested, () => {
    handleClose()
    ui.toast(failureToast('The form did not load'))
  })

  const handlePress = () => {
    if (user === null) {
      ui.toast(loginRequired(loginText, session.signIn))
      return
    }
    setPresses(presses + 1)
    setPressed(true)
  }
  const all = { ...props, onClose: handleClose } as Props
  return (
    <>
      <Button look={look} pending={isOpen && !Dialog} onClick={handlePress}>
        {children}
      </Button>
      {isOpen && Dialog && <Dialog {...all} />}
    </>
  )
}
