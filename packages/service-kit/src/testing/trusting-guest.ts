// Visits servers, a JSON list of them, in a process of its own: whom it trusts Node reads only when it starts.

import { type Heard, type Servers, visit } from './visit-servers.ts'

const heard: Heard[] = []
for (const servers of JSON.parse(process.argv[2] ?? '[]') as Servers[]) heard.push(await visit(servers))
process.stdout.write(JSON.stringify(heard), () => process.exit(0))
