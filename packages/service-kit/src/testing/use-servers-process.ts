// Runs useServers in a process of its own: Node reads NODE_EXTRA_CA_CERTS only at its start.

import { type Results, type Servers, useServers } from './use-servers.ts'

const results: Results[] = []
for (const servers of JSON.parse(process.argv[2] ?? '[]') as Servers[]) results.push(await useServers(servers))
process.stdout.write(JSON.stringify(results), () => process.exit(0))
