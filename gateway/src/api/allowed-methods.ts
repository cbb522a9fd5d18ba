import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import { startsWith } from '../routes.ts'

/** As the routers of the services read a path: ignoring case and a slash at the end. */
const segmentsOf = (path: string) => path.replace(/\/$/, '').toLowerCase().split('/')

const ENDPOINTS = Object.values(ALL_ENDPOINTS)
  .flatMap((group) => Object.values(group))
  .map(({ method, path }) => ({
    segments: segmentsOf(path),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }))

/** Returns the methods of the contract's endpoints at a path; none if there is no endpoint. */
export const allowedMethods = (path: string): string[] => {
  const given = segmentsOf(path)
  const found = ENDPOINTS.filter(({ segments }) => segments.length === given.length && startsWith(given, segments))
  return [...new Set(found.flatMap(({ methods }) => methods))]
}
