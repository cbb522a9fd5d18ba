import { z } from 'zod'
import { get, post, put, remove } from './endpoint.ts'
import { ChangeAction } from './module-pointer.ts'
import * as registry from './module-registry.ts'
import * as team from './module-team.ts'
import { VersionDocument } from './modules.ts'

const Module = z.object({ module: z.string() })
const Version = z.object({ module: z.string(), version: z.string() })
const Env = z.object({ env: z.string() })
const Count = z.coerce.number<number>('Must be a whole number from 1.').int().min(1).optional()

/** The registry's API for the `mfe` command and the admin page. It is not part of the product's API description. */
export const RegistryApi = {
  planDeployment: post('/mfe/v1/modules/:module/plan', 'team', {
    summary: 'Lists the files that are not stored yet',
    params: Module,
    body: registry.DeployRequest,
    response: registry.DeployPlan,
  }),
  storeFile: put('/mfe/v1/modules/:module/blobs/:hash', 'team', {
    summary: 'Stores a file by the SHA-384 of its content',
    params: Module.extend({ hash: z.hash('sha384') }),
    response: z.object({ stored: z.string() }),
    requestType: 'application/octet-stream',
  }),
  deployVersion: post('/mfe/v1/modules/:module/versions', 'team', {
    summary: 'Creates a version of stored files',
    status: 201,
    params: Module,
    body: registry.DeployRequest,
    response: registry.VersionChecks,
  }),
  listVersions: get('/mfe/v1/modules/:module/versions', 'team', {
    summary: 'Lists deployed versions, newest first',
    params: Module,
    query: z.object({ limit: Count }),
    response: registry.DeployedVersions,
  }),
  readVersion: get('/mfe/v1/modules/:module/versions/:version', 'team', {
    summary: 'Returns the document of a version',
    params: Version,
    response: VersionDocument,
  }),
  checkVersion: get('/mfe/v1/modules/:module/versions/:version/checks', 'team', {
    summary: 'Runs the release checks',
    params: Version,
    response: registry.VersionChecks,
  }),
  listUncompared: get('/mfe/v1/modules/:module/versions/:version/types', 'team', {
    summary: 'Lists type comparisons to do',
    params: Version,
    response: registry.UncomparedTypes,
  }),
  saveComparison: put('/mfe/v1/modules/:module/versions/:version/types', 'team', {
    summary: 'Stores a type comparison',
    params: Version,
    body: registry.TypesCompared,
    response: registry.TypesCompared,
  }),
  saveBrowserVerdict: put('/mfe/v1/modules/:module/versions/:version/browser', 'team', {
    summary: 'Stores the result of the browser check',
    params: Version,
    body: registry.BrowserVerdict,
    response: registry.BrowserVerdict,
  }),
  moveDraft: put('/mfe/v1/modules/:module/drafts/:draft', 'team', {
    summary: 'Sets the version of a draft or preview',
    params: Module.extend({ draft: z.string() }),
    body: registry.DraftRequest,
    response: registry.DraftResponse,
  }),
  collectVersions: post('/mfe/v1/modules/:module/collect', 'team', {
    summary: 'Removes old versions that are not needed',
    params: Module,
    body: registry.CollectRequest,
    response: registry.CollectResponse,
  }),
  changeModule: post('/mfe/v1/env/:env/modules/:module/:action', 'team', {
    summary: 'Promotes, rolls back, blocks and so on',
    params: Env.extend({ module: z.string(), action: ChangeAction }),
    body: registry.ChangeRequest,
    response: registry.ChangeResponse,
  }),
  listRevisions: get('/mfe/v1/env/:env/revisions', 'team', {
    summary: 'Lists revisions of an environment, newest first',
    params: Env,
    query: z.object({ before: Count, limit: Count }),
    response: registry.Revisions,
  }),
  freeze: post('/mfe/v1/env/:env/freeze', 'team', {
    summary: 'Refuses changes until it is called with a null reason',
    params: Env,
    body: registry.FreezeRequest,
    response: z.object({ rev: z.number(), frozen: z.string().nullable() }),
  }),
  readStatus: get('/mfe/v1/status', 'team', {
    summary: 'Returns current versions, their health and the audit log',
    response: registry.RegistryStatus,
  }),
  createOverride: post('/mfe/v1/overrides', 'team', {
    summary: 'Creates a link that selects other versions for one browser',
    body: registry.OverrideRequest,
    response: registry.OverrideResponse,
  }),
  listErrors: get('/mfe/v1/modules/:module/errors', 'team', {
    summary: 'Lists the errors of a module in pages, newest first',
    params: Module,
    response: z.object({ errors: z.array(registry.VersionError) }),
  }),
  readTeam: get('/mfe/v1/modules/:module/team', 'team', {
    summary: 'Returns the members of a module and the rules for its CI jobs',
    params: Module,
    response: team.Team,
  }),
  saveMember: put('/mfe/v1/modules/:module/team', 'team', {
    summary: 'Adds a member, or changes the role of one',
    params: Module,
    body: team.MemberRequest,
    response: team.TeamMember,
  }),
  removeMember: remove('/mfe/v1/modules/:module/team/:user', 'team', {
    summary: 'Removes a member with its tokens',
    params: Module.extend({ user: z.uuid() }),
    response: z.object({ removed: z.string() }),
  }),
  addCiRule: post('/mfe/v1/modules/:module/ci', 'team', {
    summary: 'Allows CI jobs with certain claims to deploy or release the module',
    status: 201,
    params: Module,
    body: team.CiRuleRequest,
    response: team.CiRule,
  }),
  removeCiRule: remove('/mfe/v1/modules/:module/ci/:id', 'team', {
    summary: 'Removes a rule for CI jobs',
    params: Module.extend({ id: z.uuid() }),
    response: z.object({ removed: z.string() }),
  }),
  listWebhooks: get('/mfe/v1/modules/:module/webhooks', 'team', {
    summary: 'Lists the webhooks of a module',
    params: Module,
    response: z.object({ webhooks: z.array(team.Webhook) }),
  }),
  addWebhook: post('/mfe/v1/modules/:module/webhooks', 'team', {
    summary: 'Sends messages about releases, rollbacks and budgets to an address',
    status: 201,
    params: Module,
    body: team.WebhookRequest,
    response: team.NewWebhook,
  }),
  removeWebhook: remove('/mfe/v1/modules/:module/webhooks/:id', 'team', {
    summary: 'Removes a webhook',
    params: Module.extend({ id: z.uuid() }),
    response: z.object({ removed: z.string() }),
  }),
  listTokens: get('/mfe/v1/tokens', 'team', {
    summary: 'Lists the tokens of teams',
    response: z.array(team.TeamToken),
  }),
  createToken: post('/mfe/v1/tokens', 'team', {
    summary: 'Creates a token of a team',
    status: 201,
    body: team.TokenRequest,
    response: team.TokenResponse,
  }),
  deleteToken: remove('/mfe/v1/tokens/:id', 'team', {
    summary: 'Deletes a token of a team',
    params: z.object({ id: z.uuid() }),
    response: z.object({ removed: z.string() }),
  }),
}
