import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export const isRunnable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Where a program is, as a shell would find it; undefined when it is nowhere. */
export const onPath = async (name: string, path = process.env.PATH) => {
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, name)
    if (folder !== '' && (await isRunnable(candidate))) return candidate
  }
  return undefined
}
