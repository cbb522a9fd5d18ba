import { seed } from '../seed/seed.ts'
import { serveHelper } from './run-helper.ts'

serveHelper(seed)
