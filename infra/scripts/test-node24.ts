// `npm run test:node24`: the service tests on Node 24, which npm's node package provides. A failed test is repeated: `npm test`
// runs the same tests without repetition, and an incompatibility fails every time.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from '../build/targets.ts'
import { installNode, NODE_24 } from '../testing/install-node.ts'

const bin = installNode(NODE_24)
const tests = ['services', 'gateway/src', 'packages/service-kit', ...process.argv.slice(2)]
const { status } = spawnSync(
  join(bin, 'node'),
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'node', '--retry=2', ...tests],
  {
    cwd: root,
    stdio: 'inherit',
    env: { MODEL_RUNS: '900', ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  },
)
process.exitCode = status ?? 1
