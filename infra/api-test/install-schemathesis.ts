import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPython } from '../testing/install-python.ts'

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url))

/** Returns the path of Schemathesis, or the reason why it cannot be installed. */
export const installSchemathesis = async () => {
  const installed = await installPython({
    name: 'schemathesis',
    title: 'Schemathesis',
    requirements: REQUIREMENTS,
  })
  return 'path' in installed ? { path: join(installed.path, 'schemathesis') } : installed
}
