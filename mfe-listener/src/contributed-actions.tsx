import { type Action, type ActionSubject, useActions } from '@griot/shell-sdk/actions'
import type { ActionPlace, CommandError } from '@griot/shell-sdk/contract'
import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { useShell } from '@griot/shell-sdk/react'
import { Button, buttonLook } from '@griot/ui/button'
import { failureToast } from '@griot/ui/use-online'
import Shapes from 'lucide-react/icons/shapes'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router-dom'

type Icon = ComponentType<{ name?: string | undefined }>

const GeneralIcon: Icon = () => <Shapes aria-hidden="true" />

const loadIcon = async () => (await import('@griot/ui/module-icon')).ModuleIcon

/** The buttons and links that other modules add to the page of an episode or podcast. */
export function ContributedActions({ on, subject }: { on: ActionPlace; subject: ActionSubject }) {
  const actions = useActions(on, subject)
  const ActionIcon = useOnDemand(loadIcon, actions.length > 0) ?? GeneralIcon
  return actions.map((action) =>
    action.href === undefined ? (
      <CommandButton key={action.id} action={action} ActionIcon={ActionIcon} />
    ) : (
      <Link key={action.id} to={action.href} {...buttonLook({ look: 'secondary' })}>
        <ActionIcon name={action.icon} />
        {action.label}
      </Link>
    ),
  )
}

const UNAVAILABLE = 'This is unavailable right now. Please try again later.'

interface CommandButtonProps {
  action: Extract<Action, { href?: undefined }>
  ActionIcon: Icon
}

function CommandButton({ action, ActionIcon }: CommandButtonProps) {
  const { ui } = useShell()
  const [isPending, setPending] = useState(false)

  const handleRun = async () => {
    setPending(true)
    try {
      await action.run()
    } catch (error) {
      console.error(`the action ${action.id} failed`, error)
      const isUnavailable = String((error as CommandError | undefined)?.code).startsWith('command.')
      ui.toast(failureToast(`“${action.label}” did not work`, isUnavailable ? UNAVAILABLE : undefined))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button look="secondary" pending={isPending} onClick={handleRun}>
      {!isPending && <ActionIcon name={action.icon} />}
      {action.label}
    </Button>
  )
}
