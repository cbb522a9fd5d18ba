import { runBuild } from './run-build.ts'

await runBuild()
