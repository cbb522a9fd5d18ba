/* global __webpack_get_script_filename__:writable, __webpack_public_path__ */
// Loads a chunk that failed before from another address of the same file, because a browser joins a new request to one that
// hangs. So a second import works without a page reload.
const requests = new Map()
const nameOf = __webpack_get_script_filename__
const [, version, alias = '0'] = /\/m\/[^/]+\/([^/~]+)(?:~(\d+))?\/$/.exec(__webpack_public_path__) ?? []

// Called once for each attempt to load a chunk. The shell's retries of a whole version use the aliases 1 to 99.
__webpack_get_script_filename__ = (chunk) => {
  const before = requests.get(chunk) ?? 0
  requests.set(chunk, before + 1)
  if (before === 0 || version === undefined) return nameOf(chunk)
  return `../${version}~${Number(alias) + 100 * before}/${nameOf(chunk)}`
}
