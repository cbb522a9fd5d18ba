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

/** The imports that a remote takes from the shell instead of bundling them, with the versions that it accepts. */
export const sharedModules = (): Record<string, string> => {
  const library = (name: string) => `^${pinnedVersion(name, new URL('package.json', SDK))}`
  return {
    react: library('react'),
    'react/jsx-runtime': library('react'),
    'react-dom': library('react-dom'),
    'react-router-dom': library('react-router-dom'),
    '@tanstack/react-query': library('@tanstack/react-query'),
    // `requires.shellSdk` of the version says what its code needs; the gateway sends it to no shell that lacks it.
    '@griot/shell-sdk/react': '^1.0.0',
  }
}

/** The libraries of the shell, with their versions. */
export const providedModules = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(sharedModules()).map(([name, range]) => [name, range.slice(1)])),
  '@griot/shell-sdk/react': sdkVersion(),
  // Modules of `containers-1` import router and query client through the SDK.
  '@griot/shell-sdk/router': sdkVersion(),
  '@griot/shell-sdk/query': sdkVersion(),
})
