import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { VersionSource } from '@griot/contracts/module-registry'

type Env = Readonly<Record<string, string | undefined>>

/** Facts of the last commit; empty outside of a repository, and without git. */
const readGit = async (folder: string): Promise<Env> => {
  const git = async (...words: string[]) => (await promisify(execFile)('git', ['-C', folder, ...words])).stdout.trim()
  try {
    const [commit, author, message] = (await git('log', '-1', '--format=%H%n%an%n%s')).split('\n')
    // `HEAD` for a commit that was checked out without a branch, as CI services do.
    const branch = await git('rev-parse', '--abbrev-ref', 'HEAD')
    return { commit, author, message, branch: branch === 'HEAD' ? undefined : branch }
  } catch {
    return {}
  }
}

const jobLink = (env: Env) => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env
  if (server && repository && run) return `${server}/${repository}/actions/runs/${run}`
  return env.CI_JOB_URL || env.BUILD_URL
}

/** The origin of a build: the variables of GitHub Actions, GitLab CI or Jenkins, then git. */
export const readSource = async (folder: string, env: Env = process.env): Promise<VersionSource | undefined> => {
  const git = await readGit(folder)
  const found = {
    commit: env.GITHUB_SHA || env.CI_COMMIT_SHA || env.GIT_COMMIT || git.commit,
    branch: env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME || env.CI_COMMIT_REF_NAME || env.GIT_BRANCH || git.branch,
    author: git.author || env.CI_COMMIT_AUTHOR?.replace(/ <.*/, '') || env.GITHUB_ACTOR,
    message: (git.message || env.CI_COMMIT_MESSAGE)?.split('\n')[0]?.slice(0, 300),
    link: jobLink(env),
  }
  // A fact in another format is left out: it must not stop a deployment.
  const valid = Object.entries(found).filter(([name, value]) => {
    const schema = VersionSource.shape[name as keyof VersionSource]
    return value !== undefined && schema.safeParse(value).success
  })
  return valid.length > 0 ? VersionSource.parse(Object.fromEntries(valid)) : undefined
}
