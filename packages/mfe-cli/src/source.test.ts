import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSource } from './source.ts'

describe('readSource', () => {
  let folder: string
  let commit: string
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'griot-source-'))
    git('init', '--quiet', '--initial-branch', 'new-points')
    const author = ['-c', 'user.name=Ama Mensah', '-c', 'user.email=ama@example.org']
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'feat: count twice\n\nThe reason.')
    commit = git('rev-parse', 'HEAD')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('reads the last commit of the repository', async () => {
    expect(await readSource(folder, {})).toEqual({
      ...{ commit, branch: 'new-points', author: 'Ama Mensah', message: 'feat: count twice' },
    })
  })

  it('prefers the branch of a CI job, and links it', async () => {
    const github = {
      GITHUB_HEAD_REF: 'fix/axis',
      GITHUB_REF_NAME: '7/merge',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'org/charts',
      GITHUB_RUN_ID: '42',
    }
    expect(await readSource(folder, github)).toMatchObject({
      branch: 'fix/axis',
      link: 'https://github.com/org/charts/actions/runs/42',
    })
    const gitlab = { CI_COMMIT_REF_NAME: 'main', CI_JOB_URL: 'https://gitlab.example/org/charts/-/jobs/7' }
    expect(await readSource(folder, gitlab)).toMatchObject({ branch: 'main', link: gitlab.CI_JOB_URL })
  })

  it('leaves out what it does not find and what is malformed', async () => {
    const bare = path.join(tmpdir(), 'griot-no-such-folder')
    expect(await readSource(bare, {})).toBeUndefined()
    const odd = {
      CI_COMMIT_SHA: 'not a hash',
      CI_JOB_URL: 'javascript:alert(1)',
      CI_COMMIT_AUTHOR: 'Ama <ama@example.org>',
    }
    expect(await readSource(bare, odd)).toEqual({ author: 'Ama' })
  })
})
