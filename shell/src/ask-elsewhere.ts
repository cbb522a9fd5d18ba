/** From where the build asks for its parts. */
declare let __webpack_public_path__: string

let failures = 0

/**
 * A part of this shell did not come. What is asked for from now on has another address of the same files: a browser joins a
 * request to one that still hangs.
 */
export const askElsewhere = (shell: string) => {
  failures += 1
  __webpack_public_path__ = `/m/shell/${shell}~${failures}/`
}
