import { readFileSync } from 'node:fs'

/** The exact version in a `package.json` of this repository. */
export const pinnedVersion = (dependency: string, packageJson: URL) => {
  const { dependencies } = JSON.parse(readFileSync(packageJson, 'utf8')) as { dependencies: Record<string, string> }
  const version = dependencies[dependency]
  if (!version) throw new Error(`${packageJson.pathname} does not depend on ${dependency}`)
  return version
}

const SDK = new URL('../../shell-sdk/', import.meta.url)

const sdkVersion = () => {
  const source = readFileSync(new URL('src/version.ts', SDK), 'utf8')
  const version = source.match(/SHELL_SDK_VERSION = '([\d.]+)'/)?.[1]
  if (!version) throw new Error('packages/shell-sdk/src/version.ts contains no version')
  return version
}

/**
 * The imports that a remote takes from the shell instead of bundling them. `shareKey` is the name of the shared module; it
 * differs from the import if a façade of the SDK replaces a library.
 */
export const sharedModules = (): Record<string, { shareKey: string; requiredVersion: string }> => {
  const sdk = `^${sdkVersion()}`
  const library = (name: string) => `^${pinnedVersion(name, new URL('package.json', SDK))}`
  const rows = [
    ['react', 'react', library('react')],
    ['react/jsx-runtime', 'react/jsx-runtime', library('react')],
    ['react-dom', 'react-dom', library('react-dom')],
    ['react-router-dom', '@griot/shell-sdk/router', sdk],
    ['@tanstack/react-query', '@griot/shell-sdk/query', sdk],
    ['@griot/shell-sdk/react', '@griot/shell-sdk/react', sdk],
    ['@griot/shell-sdk/router', '@griot/shell-sdk/router', sdk],
    ['@griot/shell-sdk/query', '@griot/shell-sdk/query', sdk],
  ] as const
  return Object.fromEntries(
    rows.map(([request, shareKey, requiredVersion]) => [request, { shareKey, requiredVersion }]),
  )
}
