/** Version of this package. The shell provides it; remotes require the same major version. */
export const SHELL_SDK_VERSION = '1.5.0'
