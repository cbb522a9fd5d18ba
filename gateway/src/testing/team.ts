import type { Assignment } from '@griot/contracts/module-assignment'
import type { DeployPlan, VersionChecks, VersionSource } from '@griot/contracts/module-registry'
import type { VersionDocument } from '@griot/contracts/modules'
import { quarantine as quarantineVersion } from '@griot/module-registry/changes'
import { updatePointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  builtShell,
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  versionOf,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { expect, vi } from 'vitest'
import { createToken } from '../modules/authenticate-caller.ts'
import { startHarness } from './harness.ts'

type Scopes = ('deploy' | 'release')[]

export const json = async <Body>(response: Promise<Response>) => (await (await response).json()) as Body

export const codeOf = async (response: Response | undefined) =>
  ((await response?.json()) as { code?: string } | undefined)?.code

export type Team = Awaited<ReturnType<typeof openTeam>>

/** A gateway with a published shell and two modules, and requests to its registry with a token of the rewards team. */
export const openTeam = async (...options: Parameters<typeof startHarness>) => {
  const harness = await startHarness(...options)
  const store = openRegistryStore(harness.modulesDir)
  await publishModule({ dist: await builtShell(harness.modulesDir), store })
  await publishModule({ dist: await builtModule(harness.modulesDir, 'rewards', 1), store })
  await publishModule({ dist: await builtModule(harness.modulesDir, 'listener', 1), store })
  const origin = `http://127.0.0.1:${harness.port}`

  const tokenFor = async (module: string, scopes: Scopes = ['deploy', 'release']) => {
    const asked = { module, label: `${module} team`, scopes, days: 1, createdBy: 'the test' }
    return (await createToken(harness.db, asked)).token
  }
  let token = await tokenFor('rewards')

  const call = (method: string, place: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/mfe/v1/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const change = (module: string, action: string, body: object, headers?: Record<string, string>) =>
    call('POST', `env/prod/modules/${module}/${action}`, body, headers)

  const commit = (document: VersionDocument, source?: VersionSource) =>
    call('POST', `modules/${document.module}/versions`, { document, source })

  const putFile = (document: VersionDocument, name: string, content: string) => {
    const hash = Buffer.from(document.files[name]?.sri.slice(7) ?? '', 'base64').toString('hex')
    return fetch(`${origin}/mfe/v1/modules/${document.module}/blobs/${hash}?name=${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: content,
    })
  }

  const filesOf = ({ module, version }: VersionDocument): Readonly<Record<string, string>> =>
    moduleFiles(module, Number(version.slice(-8)))

  /** Deploys as the `mfe` command does: requests the missing files, uploads them, and commits the version. */
  const deployed = async (document: VersionDocument, files = filesOf(document), source?: VersionSource) => {
    const { missing } = await json<DeployPlan>(call('POST', `modules/${document.module}/plan`, { document }))
    for (const name of missing) expect((await putFile(document, name, files[name] ?? '')).status).toBe(200)
    return commit(document, source)
  }

  /** Stores the result of the browser check of a version of rewards. */
  const saveVerdict = (build: number, ...problems: string[]) =>
    call('PUT', `modules/rewards/versions/${versionOf(build)}/browser`, { problems })

  /** Deploys a version that passes the browser check. */
  const deploy = async (build: number) => {
    const response = await deployed(moduleDocument('rewards', build))
    expect(response.status).toBe(201)
    expect((await saveVerdict(build)).status).toBe(200)
    return (await response.json()) as VersionChecks
  }

  /** Rolls a build back as the rollback policy does. */
  const quarantine = (build: number) =>
    updatePointer(store, (pointer) =>
      quarantineVersion(pointer, { by: 'the policy', module: 'rewards', version: versionOf(build) }),
    )

  /** Publishes a second shell with its own declarations. */
  const publishShell = async (contract: string) => {
    const files = { ...shellFiles(2), 'types/sdk/contract.d.ts': contract }
    const document = shellDocument(2, files, { types: ['types/sdk/contract.d.ts'] })
    await publishModule({ dist: await writeBuild(harness.modulesDir, document, files), store })
  }

  const assignment = async (headers: Record<string, string> = {}) =>
    (await (await fetch(`${origin}/mfe/v1/assignment`, { headers })).json()) as Assignment

  // The gateway polls for versions that another process has published.
  await vi.waitFor(async () => expect((await assignment()).rev).toBe(3), 5_000)
  return {
    harness,
    tokenFor,
    /** Sends the following requests with a new token, of another team or of the same one. */
    becomes: async (module: string, scopes?: Scopes) => {
      token = await tokenFor(module, scopes)
    },
    ...{ call, change, commit, putFile, deployed, deploy, saveVerdict, quarantine, publishShell, assignment },
    close: () => harness.close(),
  }
}
