import { createHash } from 'node:crypto'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { ChangeResponse } from '@griot/contracts/module-registry'
import { versionOf } from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, openTeam, type Team } from '../testing/team.ts'
import { isInCohort } from './assign-versions.ts'

describe('rollout to a share of the users', () => {
  let team: Team

  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  it('assigns a candidate to a share of the users, who keep it when the share grows', async () => {
    await team.deploy(2)
    await team.change('rewards', 'canary', { version: versionOf(2), percent: 30 })
    const browsers = Array.from({ length: 40 }, () => team.harness.browser())
    const assigned = async () => {
      const all = await Promise.all(
        browsers.map(async (browser) => {
          browser.cookies.set('griot_session', 'x')
          const { text } = await browser.request('/', { headers: { accept: 'text/html' } })
          return text.includes(`"version":"${versionOf(2)}"`)
        }),
      )
      return all.flatMap((isIn, index) => (isIn ? [index] : []))
    }

    const few = await assigned()
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(40)
    await team.change('rewards', 'canary', { percent: 70 })
    const more = await assigned()

    expect(more).toEqual(expect.arrayContaining(few))
    expect(more.length).toBeGreaterThan(few.length)
  })

  it('turns a flag on for a share of the users, who keep it when the share grows', async () => {
    const browsers = Array.from({ length: 30 }, () => team.harness.browser())
    const browsersWith = async (flag: string) => {
      const all = await Promise.all(
        browsers.map(async (browser) => {
          browser.cookies.set('griot_session', 'x')
          const page = (await browser.request('/', { headers: { accept: 'text/html' } })).text
          const assignment = JSON.parse((await browser.request('/mfe/v1/assignment')).text) as Assignment
          const isOn = assignment.modules.rewards?.flags?.includes(flag) ?? false
          expect(page.includes(`"${flag}"`)).toBe(isOn)
          return isOn
        }),
      )
      return all.flatMap((isOn, index) => (isOn ? [index] : []))
    }
    const turn = (flag: string, percent: number) =>
      json<ChangeResponse>(team.change('rewards', 'flag', { flag, percent }))

    expect((await turn('new-chart', 30)).change).toMatchObject({ action: 'flag', flag: 'new-chart', percent: 30 })
    const few = await browsersWith('new-chart')
    expect([few.length > 0, few.length < 30]).toEqual([true, true])
    await turn('new-chart', 80)
    const more = await browsersWith('new-chart')
    expect(more).toEqual(expect.arrayContaining(few))
    expect(more.length).toBeGreaterThan(few.length)

    await turn('new-chart', 100)
    expect((await team.assignment()).modules.rewards?.flags).toEqual(['new-chart'])
    expect((await team.assignment()).modules.listener?.flags).toBeUndefined()
    expect((await turn('new-chart', 0)).state.flags).toBeUndefined()
    expect(await browsersWith('new-chart')).toEqual([])

    const refusals = [
      team.change('rewards', 'flag', { flag: 'New Chart', percent: 5 }),
      team.change('rewards', 'flag', { flag: 'new-chart' }),
      team.change('listener', 'flag', { flag: 'new-chart', percent: 5 }),
    ]
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([400, 400, 403])
  })
})

describe('isInCohort', () => {
  it('selects the given share and keeps its members as it grows', async () => {
    const visitors = Array.from({ length: 10_000 }, (_, index) =>
      createHash('sha256').update(`visitor ${index}`).digest('base64url'),
    )
    let before = new Set<string>()
    for (const percent of [5, 25, 50, 100]) {
      const now = new Set(visitors.filter((sid) => isInCohort(sid, 'rewards', { salt: 'k9', percent })))
      expect(Math.abs(now.size / 100 - percent)).toBeLessThan(1)
      expect([...before].every((sid) => now.has(sid))).toBe(true)
      before = now
    }
    const others = visitors.filter((sid) => isInCohort(sid, 'rewards', { salt: 'other', percent: 5 }))
    const same = visitors.filter((sid) => isInCohort(sid, 'rewards', { salt: 'k9', percent: 5 }))
    expect(others.filter((sid) => same.includes(sid)).length).toBeLessThan(60)
  })
})
