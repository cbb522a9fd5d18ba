import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import { startsWith } from '../routes.ts'

/** As the routers of the services read a path: ignoring case and a slash at the end. */
const segmentsOf = (path: string) => path.replace(/\/$/, '').toLowerCase().split('/')

const ENDPOINTS = Object.values(ALL_ENDPOINTS)
  .flatMap((group) => Object.values(group))
  .map(({ method, path }) => ({
    segments: segmentsOf(path),
    parameters: path.split('/:').length,
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }))

/**
 * Returns the methods of the contract's endpoints at a path; none if there is no endpoint. `/api/media/storage` has no
 * methods of `/api/media/:id`.
 */
export const allowedMethods = (path: string): string[] => {
  const given = segmentsOf(path)
  const matching = ENDPOINTS.filter(({ segments }) => segments.length === given.length && startsWith(given, segments))
  const fewest = Math.min(...matching.map(({ parameters }) => parameters))
  const found = matching.filter(({ parameters }) => parameters === fewest)
  return [...new Set(found.flatMap(({ methods }) => methods))]
}
