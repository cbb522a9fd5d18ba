import { type Preparation, prepareDatabases } from './prepare-databases.ts'
import { type ModulesToPublish, publishModules } from './publish-modules.ts'
import { serveHelper } from './run-helper.ts'

type Given = Preparation & { modules: ModulesToPublish }

serveHelper(async (given: Given, print: (line: string) => void) => {
  const urls = await prepareDatabases(given)
  await publishModules(given.modules, print)
  return urls
})
