import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export const isRunnable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The path of a program in PATH. */
export const onPath = async (name: string, path = process.env.PATH) => {
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, name)
    if (folder !== '' && (await isRunnable(candidate))) return candidate
  }
  return undefined
}
