/**
 * Loads the provider's library. While it loads it warns on the console of a Node older than it is tested on; the log is
 * JSON, one object a line, and this Node is one that we test.
 */
export const loadProvider = async () => {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('Unsupported runtime')) warn(...args)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
