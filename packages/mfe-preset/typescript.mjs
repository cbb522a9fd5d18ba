// `node --import …/typescript.mjs`: lets a build's configuration import TypeScript. Other loaders add helpers to functions
// to keep their names, and the federation plugin copies functions into the build.
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transform } from 'esbuild'

// Node loads this file again in the thread of the hooks.
if (isMainThread) register(import.meta.url)

/** @type {import('node:module').LoadHook} */
export const load = async (url, context, nextLoad) => {
  if (!/^file:[^?]+\.ts(\?|$)/.test(url)) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const { code } = await transform(await readFile(file, 'utf8'), { loader: 'ts', format: 'esm', sourcefile: file })
  return { format: 'module', source: code, shortCircuit: true }
}
