import { describe, expect, it } from 'vitest'
import { requiredSdk } from './required-sdk.ts'

describe('requiredSdk', () => {
  it.each([
    ['^1.0.0', 'api.events.on(name)'],
    ['^1.0.0', "// api.ui.theme\nconst text = 'shell.ui.theme' /* , http */"],
    ['^1.0.0', "import { call } from '@griot/shell-sdk/http'"],
    ['^1.1.0', "import { useFlag, useShell } from '@griot/shell-sdk/react'"],
    ['^1.1.0', 'if (api.session?.can(permission)) api.nav.go(id)'],
    ['^1.2.0', "import { fetchApi } from '@griot/shell-sdk/http'"],
    ['^1.3.0', 'const { toast, theme } = useShell().ui'],
    ['^1.3.0', 'useStore(useShell()\n  .ui\n  .theme)'],
    ['^1.3.0', `const address = \`/charts?theme=\${api.ui.theme.get()}\``],
    ['^1.3.0', "<p>Don't panic</p>\nconst { theme } = api.ui\nconst name = 'it'"],
    ['^1.5.0', "api.nav.setBadge('charts.home', 3)"],
    ['^1.0.0', "const actions = useActions('episode', subject)"],
  ])('is %s for %s', (range, source) => {
    expect(requiredSdk(['api.telemetry.ready()', source])).toBe(range)
  })

  it('is at least the given version', () => {
    expect(requiredSdk(['api.ui.theme'], '1.4.0')).toBe('^1.4.0')
    expect(requiredSdk(['api.nav.setBadge()'], '1.4.0')).toBe('^1.5.0')
  })
})
