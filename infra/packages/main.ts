// `npm run pack:modules -- <folder>`: packs what a module in another repository needs from npm.

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { packModules } from './pack.ts'

const [folder = 'dist-packages'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const file of await packModules(path.resolve(folder))) console.log(file)
