import { readdir, readFile, readlink } from 'node:fs/promises'

/** The PIDs of processes that work in a folder with this part of its path, in any mount namespace. Linux only. */
export const programsIn = async (part: string) => {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const places = await Promise.all([readlink(`/proc/${pid}/cwd`), readFile(`/proc/${pid}/mountinfo`, 'utf8')]).catch(
      () => [],
    )
    if (places.some((place) => place.includes(part))) found.push(Number(pid))
  }
  return found
}
