import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { BuildOptions, Plugin } from 'esbuild'
import { SetupError } from '../common/setup-error.ts'
import { hashOf, setStamp } from './stamp.ts'
import { bundles, processTarget, root, type Target } from './targets.ts'

const externalPackages: Plugin = {
  name: 'external-packages',
  setup(build) {
    // Packages of npm stay external. Our own packages are source.
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@griot/') ? undefined : { path, external: true },
    )
  },
}

/** Builds these bundles. The keys are outputs without extension. */
export const bundleOptions = (entryPoints: Record<string, string>): BuildOptions => ({
  absWorkingDir: root,
  entryPoints,
  outdir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
  plugins: [externalPackages],
})

export const buildProcesses = async (): Promise<void> => {
  const hash = hashOf(processTarget)
  const esbuild = await import('esbuild')
  try {
    await esbuild.build(bundleOptions(bundles))
  } catch (error) {
    throw new SetupError(`The processes could not be built. ${(error as Error).message}`)
  } finally {
    await esbuild.stop()
  }
  setStamp(processTarget, hash)
}

const buildPage = async (page: Target): Promise<void> => {
  // Hash before the build: a file that changes during the build makes the result stale.
  const hash = hashOf(page)
  const env = { ...process.env, NODE_ENV: 'production' }
  try {
    await promisify(execFile)('npm', ['run', 'build', '--silent', `--workspace=${page.name}`], { cwd: root, env })
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string }
    throw new SetupError(`${page.name} could not be built.\n${stdout}${stderr}`.trim())
  }
  setStamp(page, hash)
}

/** Two at a time: each takes about 250 MB and a core. */
export const buildPages = (pages: readonly Target[]): Promise<void> =>
  Readable.from(pages).forEach(buildPage, { concurrency: 2 })
