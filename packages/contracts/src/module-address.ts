// Paths of module files: `/m/rewards/0.1.0-g3f2a1c90/a1b2.js`. With `~n` after the version it is an alias of the same file,
// for a retry when a request hangs.

export interface VersionName {
  module: string
  version: string
}

export const moduleFilePath = ({ module, version }: VersionName, file: string) => `/m/${module}/${version}/${file}`

const AT = /^\/m\/([^/~]+)\/([^/~]+)(?:~\d{1,4})?\/(.+)$/

/** Parses the path of a module file; null for another path. The file may not exist. */
export const moduleFileAt = (path: string): (VersionName & { file: string }) | null => {
  const [, module, version, file] = AT.exec(path) ?? []
  return module && version && file ? { module, version, file } : null
}

const IN = /\/m\/([a-z][a-z0-9-]*)\/([^/~\s]+)(?:~\d{1,4})?\//

/** The version of the first module file in a URL or stack trace; null if there is none. */
export const versionNamedIn = (text: string): VersionName | null => {
  const [, module, version] = IN.exec(text) ?? []
  return module && version ? { module, version } : null
}
