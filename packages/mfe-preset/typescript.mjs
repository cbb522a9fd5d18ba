// `node --import …/typescript.mjs`: lets a build's configuration import our packages' TypeScript. A general loader will
// not do: those rewrite functions to keep their names, and the federation plugin copies functions into what it builds.
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transform } from 'esbuild'

// Node runs the hooks in a thread of their own, from this same file.
if (isMainThread) register(import.meta.url)

export const load = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !url.split('?')[0].endsWith('.ts')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const { code } = await transform(await readFile(file, 'utf8'), { loader: 'ts', format: 'esm', sourcefile: file })
  return { format: 'module', source: code, shortCircuit: true }
}
