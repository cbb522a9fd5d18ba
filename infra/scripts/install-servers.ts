import { installByApt, missingPrograms } from '../testing/apt.ts'

/** `npm run test:servers`: installs servers that some tests use, if apt is available. Tests without their server are skipped. */
const TESTS: Record<string, string> = {
  'redis-server': 'the queue on Redis, shared rate limits',
  nginx: 'audio from nginx, two instances of everything',
  pgbouncer: 'services with a connection pooler',
}

// Debian installs servers in a folder that only the PATH of root includes.
const PATH = `${process.env.PATH}:/usr/sbin`
const missing = () => missingPrograms(Object.keys(TESTS), PATH)

const packages = await missing()
if (packages.length > 0) {
  await installByApt(packages, packages.join(', '), { PATH }).catch((error: Error) =>
    process.stderr.write(`${error.message}\n`),
  )
}
for (const program of await missing()) {
  process.stdout.write(`${program} could not be installed, so these tests are skipped: ${TESTS[program]}.\n`)
}
