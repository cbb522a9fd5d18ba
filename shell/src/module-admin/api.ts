import { call } from '@griot/contracts/client'
import type { ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { RegistryApi } from '@griot/contracts/module-endpoints'
import { useQuery } from '@tanstack/react-query'

const REFRESH_MS = 5000

export type Status = ResponseOf<typeof RegistryApi.readStatus>
/** The registry's data of one module: its versions, flags and blocks. */
export type ModuleState = Status['modules'][string]

export const useStatus = () =>
  useQuery({ queryKey: ['status'], queryFn: () => call(RegistryApi.readStatus, {}), refetchInterval: REFRESH_MS })

export const useTokens = () => useQuery({ queryKey: ['tokens'], queryFn: () => call(RegistryApi.listTokens, {}) })

export const useVersions = (module: string) =>
  useQuery({
    queryKey: ['versions', module],
    queryFn: async () => (await call(RegistryApi.listVersions, { params: { module } })).versions,
    gcTime: 0,
  })

export const useErrors = (module: string) =>
  useQuery({
    queryKey: ['errors', module],
    queryFn: async () => (await call(RegistryApi.listErrors, { params: { module } })).errors,
  })

export const useWebhooks = (module: string) =>
  useQuery({
    queryKey: ['webhooks', module],
    queryFn: async () => (await call(RegistryApi.listWebhooks, { params: { module } })).webhooks,
  })

export const useTeam = (module: string) =>
  useQuery({ queryKey: ['team', module], queryFn: () => call(RegistryApi.readTeam, { params: { module } }) })

export const messageOf = (error: Error) => {
  // The browser's own message is about fetch, and different in each browser.
  if (error instanceof TypeError) return 'The registry does not respond. Check the connection.'
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 401) return 'You are signed out. Load this page again to sign in.'
  const sentence = error.sentence ?? `The registry responded with status ${error.status}.`
  return [sentence, ...Object.values(error.fields)].join('\n')
}
