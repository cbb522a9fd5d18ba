// `prepack` and `postpack` of a package, for `npm pack` and `npm publish`: npm packs the folder itself, so it has the published
// `package.json` for that time. Do not run it while something else uses the packages of this folder; see pack.ts.

import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { preparePackage } from './prepare.ts'

const [step] = process.argv.slice(2)
const folder = process.cwd()
const [current, saved] = ['package.json', '.tsbuild/package.json'].map((name) => path.join(folder, name)) as [
  string,
  string,
]

if (step === 'prepare') {
  await mkdir(path.dirname(saved), { recursive: true })
  await copyFile(current, saved)
  await preparePackage(path.basename(folder), folder)
} else {
  await rename(saved, current)
  for (const written of ['dist', 'LICENSE', 'template/versions.json']) {
    await rm(path.join(folder, written), { recursive: true, force: true })
  }
}
