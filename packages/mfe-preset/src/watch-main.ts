// Child process of `mfe dev`: sends a message after every build.
import { watchBuild } from './watch.ts'

const [root = '', dist = ''] = process.argv.slice(2)

process.once('disconnect', () => process.exit())
await watchBuild(root, dist, (failure) => process.send?.({ failure }))
