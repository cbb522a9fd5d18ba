import { ApiError } from '@griot/contracts/errors'
import { useShell } from '@griot/shell-sdk/react'
import { Button, type ButtonLook } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import type { ReactNode } from 'react'

/** The `onError` of a mutation: a toast with the server's sentence, or with this text. */
export const useFailureToast = (text: string, title = 'That did not work') => {
  const { ui } = useShell()
  return (error: Error) => ui.toast(failureToast(title, (error instanceof ApiError && error.sentence) || text))
}

interface ActionButtonProps<Input> extends ButtonLook {
  action: { isPending: boolean; mutate: (input: Input) => void }
  /** Null if the action needs none. */
  input: Input
  /** For assistive technology, if the text does not name the object. */
  label?: string
  className?: string
  text: ReactNode
  /** Replaced by a spinner while the mutation runs. */
  icon?: ReactNode
}

export function ActionButton<Input>(props: ActionButtonProps<Input>) {
  const { action, input, label, look = 'secondary', size = 'small', className, icon, text } = props
  return (
    <Button
      look={look}
      size={size}
      aria-label={label}
      className={className}
      pending={action.isPending}
      onClick={() => action.mutate(input)}
    >
      {!action.isPending && icon}
      {text}
    </Button>
  )
}
