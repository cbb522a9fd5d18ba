import { readBuild } from '@griot/module-registry/publish'

/** The script of a build that its page asks for only when somebody presses something. */
export const partOf = async (dist = '') => {
  const { files, preload } = await readBuild(dist)
  const [part = ''] =
    Object.entries(files).find(
      ([name, { type }]) => type === 'js' && name !== 'remoteEntry.js' && !preload.default.includes(name),
    ) ?? []
  return part
}
