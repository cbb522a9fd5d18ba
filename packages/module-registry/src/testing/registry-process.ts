// A writer that can be killed: `node … <directory> <kill step> <dist…>` publishes each build and kills itself at the given
// step of the store.
import { publishModule } from '../publish.ts'
import { openRegistryStore, type RegistryStore } from '../registry-store.ts'

const [directory = '', killAt = '0', ...dists] = process.argv.slice(2)
let steps = 0

/** Counts a step before and after each write. */
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
