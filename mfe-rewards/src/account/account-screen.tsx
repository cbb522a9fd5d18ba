import { ExportAccount } from '@griot/contracts/account'
import type { Theme } from '@griot/shell-sdk/contract'
import { ModuleSlot } from '@griot/shell-sdk/module-slot'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { buttonLook } from '@griot/ui/button'
import { Screen } from '@griot/ui/screen'
import { Panel } from '@griot/ui/section'
import { ServerLink } from '@griot/ui/server-link'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ProfilePanel } from '../profile/profile-panel.tsx'
import { SignedIn } from '../signed-in.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountScreen() {
  return (
    <Screen title="Account" intro="Your name, your settings and your data." width="narrow">
      <SignedIn why="Log in to see your account." needsPoints={false}>
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <NamePanel />
          <ProfilePanel />
          <ThemePanel />
          <SessionsPanel />
          <DataPanel />
          <ModuleSlot
            name="rewards.account"
            props={{}}
            frame={(title, content) => <Panel title={title}>{content}</Panel>}
          />
        </div>
      </SignedIn>
    </Screen>
  )
}

function NamePanel() {
  const user = useStore(useShell().session.user)
  if (user === null) return null
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <Panel title="Your Name">
      {name && <p className="rewards:font-semibold rewards:wrap-anywhere">{name}</p>}
      <p className="rewards:wrap-anywhere">{user.email}</p>
      <p className="rewards:mt-2 rewards:text-sm rewards:text-muted">
        Your name and e-mail come from your sign-in. Other listeners do not see them.
      </p>
    </Panel>
  )
}

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Same as this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThemePanel() {
  const { theme } = useShell().ui
  const chosen = useStore(theme)
  const name = useId()
  return (
    <Panel title="Theme">
      <fieldset className="rewards:flex rewards:flex-wrap rewards:gap-x-6">
        <legend className="g-visually-hidden">Theme</legend>
        {THEMES.map(({ value, label }) => (
          <label key={value} className="rewards:flex rewards:min-h-11 rewards:items-center rewards:gap-3">
            <input
              type="radio"
              className="rewards:size-5 rewards:flex-none rewards:accent-ink"
              name={name}
              checked={chosen === value}
              onChange={() => theme.set(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Panel>
  )
}

function DataPanel() {
  return (
    <Panel title="Your Data">
      <p className="rewards:text-muted">
        Everything that we store about you, as one file: points and their reasons, history, favorites, podcasts, the
        pictures you uploaded and the facts of your recordings.
      </p>
      <div className="rewards:mt-4 rewards:flex rewards:flex-wrap rewards:gap-3">
        <ServerLink {...buttonLook({ look: 'secondary' })} href={ExportAccount.path} download>
          Download My Data
        </ServerLink>
        <Link to="/account/delete" {...buttonLook({ look: 'quiet' })}>
          Delete My Account
        </Link>
      </div>
    </Panel>
  )
}
