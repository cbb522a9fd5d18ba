import { runBuild } from '../build/run-build.ts'
import { readConfig } from './config.ts'
import { checkStart } from './data-dir.ts'

// Report a start that would fail now, not after a minute of building.
await runBuild(() => checkStart(readConfig()))
