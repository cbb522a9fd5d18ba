import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StartConfig } from './config.ts'

const noteIn = ({ dataDir }: StartConfig): string => join(dataDir, 'demo-catalogue')

/**
 * Writes down, before there is a database, that it is to be filled: a start that is killed half-way through the filling
 * is then completed by the next one. A database that people already used is never filled.
 */
export const planDemo = (config: StartConfig): void => {
  const isOwn = config.databaseUrl !== undefined
  const isNew = !existsSync(noteIn(config)) && (isOwn || !existsSync(join(config.dataDir, 'postgres')))
  // For a database of one's own the question stays open until it is asked for.
  if (isNew && (config.seedDemo || !isOwn)) writeFileSync(noteIn(config), config.seedDemo ? 'wanted' : 'unwanted')
}

export const isDemoWanted = (config: StartConfig): boolean =>
  config.seedDemo && existsSync(noteIn(config)) && readFileSync(noteIn(config), 'utf8') === 'wanted'

export const noteDemoDone = (config: StartConfig): void => writeFileSync(noteIn(config), 'done')
