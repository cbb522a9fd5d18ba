import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The files end in .txt, so that no tool takes them for a part of this repository.
const TEMPLATE = fileURLToPath(new URL('../template/', import.meta.url))
const NEEDED = ['@griot/contracts', '@griot/shell-sdk', '@griot/ui', 'react', 'react-dom', 'react-router-dom']
const NEEDED_TO_BUILD = ['@griot/mfe-preset', '@testing-library/react']

/** The `package.json` of a module that is there. */
export interface Sibling {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Every file of a new module, by its place in the module's folder. What it stands on is the same as for the others. */
export const filesOf = (name: string, { scripts, dependencies, devDependencies }: Sibling): Record<string, string> => {
  const packageJson = {
    name: `@griot/mfe-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: pick(scripts, ['build', 'dev']),
    dependencies: pick(dependencies, NEEDED),
    devDependencies: pick(devDependencies, NEEDED_TO_BUILD),
  }
  const templates = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
  return {
    'package.json': `${JSON.stringify(packageJson, null, 2)}\n`,
    ...Object.fromEntries(
      templates.sort().map((file) => [
        file.slice(0, -'.txt'.length),
        readFileSync(TEMPLATE + file, 'utf8')
          .replaceAll('__name__', name)
          .replaceAll('__Name__', name.charAt(0).toUpperCase() + name.slice(1)),
      ]),
    ),
  }
}

const pick = (from: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
