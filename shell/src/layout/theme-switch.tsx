import { useStore } from '@griot/shell-sdk/react'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import { theme } from '../theme.ts'

const THEMES = [
  { value: 'system', label: 'Use system theme', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const chosen = useStore(theme)
  const name = useId()
  return (
    <fieldset className="theme-switch">
      <legend className="g-visually-hidden">Theme</legend>
      {THEMES.map(({ value, label, Icon }) => (
        <label key={value} className="theme-choice" title={label}>
          <input
            type="radio"
            className="g-visually-hidden"
            name={name}
            checked={chosen === value}
            onChange={() => theme.set(value)}
            aria-label={label}
          />
          <Icon aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
