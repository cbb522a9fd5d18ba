// Where the files of a module's version are: `/m/rewards/0.1.0-g3f2a1c90/a1b2.js`. With `~n` behind the version it is the
// same file by another address: the way around a request that hangs.

/** A version by its module and number. */
export interface VersionName {
  module: string
  version: string
}

export const moduleFilePath = ({ module, version }: VersionName, file: string) => `/m/${module}/${version}/${file}`

const AT = /^\/m\/([^/~]+)\/([^/~]+)(?:~\d{1,4})?\/(.+)$/

/** The file that a path names, whether it is there or not; null for a path of something else. */
export const moduleFileAt = (path: string): (VersionName & { file: string }) | null => {
  const [, module, version, file] = AT.exec(path) ?? []
  return module && version && file ? { module, version, file } : null
}

const IN = /\/m\/([a-z][a-z0-9-]*)\/([^/~\s]+)(?:~\d{1,4})?\//

/** The first version of which a file is named in an address or a stack; null when there is none. */
export const versionNamedIn = (text: string): VersionName | null => {
  const [, module, version] = IN.exec(text) ?? []
  return module && version ? { module, version } : null
}
