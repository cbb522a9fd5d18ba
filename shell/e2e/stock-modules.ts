// Sources of modules as teams with a build of their own write them: only npm packages, no file of this repository.

type Files = Readonly<Record<string, string>>

/** The tools of the builds below, in the versions that they are tested with. */
export const TOOLS = [
  'vite@8.3.8',
  '@module-federation/vite@1.23.0',
  '@vitejs/plugin-vue@6.0.11',
  'vue@3.5.45',
  'webpack@5.104.1',
]

const SHARED = {
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  'react-router-dom': '^7.0.0',
  '@griot/shell-sdk/react': '^1.4.0',
}

const shared = (changed: Readonly<Record<string, string>> = {}) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries({ ...SHARED, ...changed }).map(([name, requiredVersion]) => [
        name,
        { singleton: true, import: false, requiredVersion },
      ]),
    ),
  )

/** The file that a build does not write. */
const griot = (module: string) =>
  JSON.stringify({
    schema: 1,
    module,
    contract: 1,
    contributes: {
      routes: [{ id: `${module}.home`, path: `/${module}`, title: module, skeleton: 'list' }],
      nav: [],
      slots: [],
      fallback: { [`${module}.home`]: { text: `${module} is unavailable.` } },
    },
  })

const common = (module: string): Files => ({
  'package.json': '{ "version": "2.0.0", "type": "module" }',
  'griot.json': griot(module),
})

/** A page that uses all shared libraries, a style sheet and a lazy chunk. */
const reactModule = (module: string, text: string, { imports = '' }: BuildOptions): Files => ({
  ...common(module),
  'src/module.js': `
${imports}
import { useShell, useStore } from '@griot/shell-sdk/react'
import { createElement as element, useState } from 'react'
import { Link } from 'react-router-dom'
import './page.css'

const Home = () => {
  const user = useStore(useShell().session.user)
  const [later, setLater] = useState('')
  const load = () => import('./later.js').then((loaded) => setLater(loaded.text))
  return element('section', null,
    element('h1', null, ${JSON.stringify(text)}),
    element('p', { className: '${module}-color' }, 'Hello, ' + user?.firstName),
    element(Link, { to: '/discover' }, 'Go to the catalog'),
    element('button', { type: 'button', onClick: load }, 'Load'),
    element('p', null, later))
}

export const contract = 1
export const setup = () => ({ routes: { '${module}.home': Home } })
`,
  'src/later.js': `export const text = 'the lazy chunk of ${text}'`,
  'src/page.css': `.${module}-color { color: rgb(1, 2, 3) }`,
})

const federation = (more: string, changed?: Readonly<Record<string, string>>) => `{
  name, filename: 'remoteEntry.js', exposes: { './module': './src/module.js' }, shared: ${shared(changed)}, dts: false, ${more}
}`

interface BuildOptions {
  /** An additional import. */
  imports?: string
  /** The name of the container, as code. */
  name?: string
  /** Other ranges of shared libraries. */
  ranges?: Readonly<Record<string, string>>
  library?: string
}

const nameOf = (module: string, { name = `containerName('${module}')` }: BuildOptions) => `
import { containerName } from '@griot/mfe-cli/container-name'
const name = ${name}
`

export const rspackModule = (module: string, text: string, options: BuildOptions = {}): Files => ({
  ...reactModule(module, text, options),
  'build.mjs': `
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
${nameOf(module, options)}
const compiler = rspack({
  mode: 'production', entry: {},
  output: { clean: true, publicPath: 'auto', uniqueName: name, crossOriginLoading: 'anonymous', chunkFilename: '[contenthash].js' },
  module: { rules: [{ test: /\\.css$/, type: 'css' }] },
  plugins: [
    new ModuleFederationPlugin(${federation(options.library ?? '', options.ranges)}),
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
  ],
})
compiler.run((error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'))
  compiler.close(() => {})
})
`,
})

export const webpackModule = (module: string, text: string, options: BuildOptions = {}): Files => ({
  ...reactModule(module, text, options),
  'build.mjs': `
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import webpack from 'webpack'
${nameOf(module, options)}
const compiler = webpack({
  mode: 'production', entry: {},
  output: { clean: true, publicPath: 'auto', uniqueName: name, crossOriginLoading: 'anonymous', chunkFilename: '[contenthash].js' },
  experiments: { css: true },
  plugins: [new ModuleFederationPlugin(${federation('', options.ranges)})],
})
compiler.run((error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'))
  compiler.close(() => {})
})
`,
})

const viteBuild = (module: string, plugins: string, options: BuildOptions): Files => ({
  'index.html': '<script type="module" src="/src/module.js"></script>',
  'build.mjs': `
import { federation } from '@module-federation/vite'
import { build } from 'vite'
${plugins.includes('vue') ? "import vue from '@vitejs/plugin-vue'" : ''}
${nameOf(module, options)}
await build({
  configFile: false, logLevel: 'error', base: './', build: { target: 'es2022' },
  plugins: [${plugins} federation(${federation('manifest: true')})],
})
`,
})

export const viteModule = (module: string, text: string, options: BuildOptions = {}): Files => ({
  ...reactModule(module, text, options),
  ...viteBuild(module, '', options),
})

export const vueModule = (module: string, text: string, options: BuildOptions = {}): Files => ({
  ...common(module),
  ...viteBuild(module, 'vue(),', options),
  'src/module.js': `
import { createApp } from 'vue'
import Home from './home.vue'

const home = {
  mount: (element, api, { fail }) => {
    const app = createApp(Home, { name: api.session.user.get()?.firstName })
    app.config.errorHandler = fail
    app.mount(element)
    return () => {
      app.unmount()
      performance.mark('${module} unmounted')
    }
  },
}

export const contract = 1
export const setup = () => ({ routes: { '${module}.home': home } })
`,
  'src/home.vue': `
<script setup>
import { ref } from 'vue'
defineProps({ name: String })
const later = ref('')
const isBroken = ref(false)
const load = async () => { later.value = (await import('./later.js')).text }
</script>
<template>
  <h1>${text}</h1>
  <p class="color">Hello, {{ name }}</p>
  <button type="button" @click="load">Load</button>
  <button type="button" @click="isBroken = true">Break</button>
  <p>{{ isBroken ? name.missing.property : later }}</p>
</template>
<style scoped>.color { color: rgb(1, 2, 3) }</style>
`,
  'src/later.js': `export const text = 'the lazy chunk of ${text}'`,
})
