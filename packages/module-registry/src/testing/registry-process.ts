// A writer in a process of its own, to be killed at any step: `node … <directory> <kill after> <dist…>` publishes each
// build, and ends itself without a word at the given step of the store.
import { publishModule } from '../publish.ts'
import { openRegistryStore, type RegistryStore } from '../registry-store.ts'

const [directory = '', killAt = '0', ...dists] = process.argv.slice(2)
let steps = 0

/** Counts what is about to be written and what just was: both sides of every step. */
const killable = (store: RegistryStore): RegistryStore => ({
  ...store,
  async create(key, content) {
    step()
    const isCreated = await store.create(key, content)
    step()
    return isCreated
  },
})

const step = () => {
  steps += 1
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

const store = killable(openRegistryStore(directory))
for (const dist of dists) await publishModule({ dist, store })
process.stdout.write(String(steps))
