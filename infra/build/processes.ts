import type { BuildOptions, Plugin } from 'esbuild'
import { SetupError } from '../common/setup-error.ts'
import { builtFrom, isFresh, setStamp } from './stamp.ts'
import { type ProcessTarget, processTargets, root } from './targets.ts'

const packagesStayOutside: Plugin = {
  name: 'packages-stay-outside',
  setup(build) {
    // Bare names are npm's, except our own packages, which are source.
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@griot/') ? undefined : { path, external: true },
    )
  },
}

export const bundleOptions = ({ entry, output }: ProcessTarget): BuildOptions & { metafile: true } => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: output,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'silent',
  plugins: [packagesStayOutside],
})

const always = ['package-lock.json', 'infra/build/processes.ts']

const inputsOf = (metafile: { inputs: object }): string[] => [...always, ...Object.keys(metafile.inputs).sort()]

export const staleProcesses = (): ProcessTarget[] =>
  processTargets().filter(({ name, output }) => {
    const inputs = builtFrom(name)
    return inputs === undefined || !isFresh(name, output, inputs)
  })

export const buildProcesses = async (targets: readonly ProcessTarget[]): Promise<void> => {
  const esbuild = await import('esbuild')
  try {
    await Promise.all(
      targets.map(async (target) => {
        const { metafile } = await esbuild.build(bundleOptions(target)).catch((error: Error) => {
          throw new SetupError(`${target.name} could not be built. ${error.message}`)
        })
        setStamp(target.name, inputsOf(metafile))
      }),
    )
  } finally {
    await esbuild.stop()
  }
}
