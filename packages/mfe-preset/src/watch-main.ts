// `mfe dev` starts this in a process of its own, with the loader that builds take: it tells of every build.
import { watchBuild } from './watch.ts'

const [root = '', dist = ''] = process.argv.slice(2)

process.once('disconnect', () => process.exit())
await watchBuild(root, dist, (failure) => process.send?.({ failure }))
