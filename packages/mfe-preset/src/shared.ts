import { readFileSync } from 'node:fs'

interface SharedModule {
  /** Name under which the shell hands it over; differs from the import where a façade stands in for a library. */
  shareKey: string
  requiredVersion: string
}

/** The exact version that a package of ours pins. */
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
  if (!version) throw new Error('packages/shell-sdk/src/version.ts names no version')
  return version
}

/** Every import that a remote takes from the running shell instead of bundling it. */
export const sharedModules = (): Record<string, SharedModule> => {
  const sdk = `^${sdkVersion()}`
  const react = `^${pinnedVersion('react', new URL('package.json', SDK))}`
  return {
    react: { shareKey: 'react', requiredVersion: react },
    'react/jsx-runtime': { shareKey: 'react/jsx-runtime', requiredVersion: react },
    'react-dom': {
      shareKey: 'react-dom',
      requiredVersion: `^${pinnedVersion('react-dom', new URL('package.json', SDK))}`,
    },
    'react-router-dom': { shareKey: '@griot/shell-sdk/router', requiredVersion: sdk },
    '@tanstack/react-query': { shareKey: '@griot/shell-sdk/query', requiredVersion: sdk },
    '@griot/shell-sdk/react': { shareKey: '@griot/shell-sdk/react', requiredVersion: sdk },
    '@griot/shell-sdk/router': { shareKey: '@griot/shell-sdk/router', requiredVersion: sdk },
    '@griot/shell-sdk/query': { shareKey: '@griot/shell-sdk/query', requiredVersion: sdk },
  }
}
