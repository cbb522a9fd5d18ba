import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if this process may mount a file system, which needs root. */
export const canMakeDisk = () => {
  const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  spawnSync('rmdir', [folder])
  return isMounted
}

/** A file system of the given size in memory, which tests fill up. */
export const makeSmallDisk = async (megabytes: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']),
    free: () => rm(filler, { force: true }),
    async remove() {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
