/** Semantic version of everything in this package; remotes ask for the same major, and the shell provides this one. */
export const SHELL_SDK_VERSION = '1.2.0'
