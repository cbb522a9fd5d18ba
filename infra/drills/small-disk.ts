import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PUT_UP = 'mount'
const TAKE_DOWN = 'umount'

/** A disk of its own, which only an administrator of the machine can make. */
export const canMakeDisk = () => {
  const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
  const isMounted = spawnSync(PUT_UP, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync(TAKE_DOWN, [folder])
  spawnSync('rmdir', [folder])
  return isMounted
}

/** A small disk that somebody else may fill up. */
export const makeSmallDisk = async (megabytes: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-small-disk-'))
  execFileSync(PUT_UP, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  // The database is another user's.
  await chmod(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Until nothing more fits. */
    fill: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']),
    free: () => rm(filler, { force: true }),
    async remove() {
      execFileSync(TAKE_DOWN, [folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
