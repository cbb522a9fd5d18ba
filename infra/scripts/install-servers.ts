import { onPath } from '@griot/service-kit/on-path'
import { installByApt } from '../testing/apt.ts'

/**
 * `npm run test:servers`: the real servers that some tests and drills run against. Whatever is missing is installed where
 * that can be done; tests that need the rest leave themselves out.
 */
const servers = [
  { program: 'redis-server', needed: 'the queue on Redis, shared limits' },
  { program: 'nginx', needed: 'audio sent by nginx, two copies of everything' },
  { program: 'pgbouncer', needed: 'services behind a pool of connections' },
]

// Debian keeps servers where only root's path leads.
const PATH = `${process.env.PATH}:/usr/sbin`
const missing = async () => {
  const found = await Promise.all(servers.map(({ program }) => onPath(program, PATH)))
  return servers.filter((_, index) => found[index] === undefined)
}

const before = await missing()
if (before.length > 0) {
  const packages = before.map(({ program }) => program)
  await installByApt(packages, packages.join(', '), { PATH }).catch((error: Error) =>
    process.stderr.write(`${error.message}\n`),
  )
}
for (const { program, needed } of await missing()) {
  process.stdout.write(`${program} is not here and could not be installed, so what needs it is left out: ${needed}.\n`)
}
