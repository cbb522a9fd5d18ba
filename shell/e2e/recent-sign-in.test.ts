import { DELETE_WORDS, DeleteAccount } from '@griot/contracts/account'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../../infra/common/with-client.ts'
import { clusterAt, readPidFile } from '../../infra/postgres/cluster.ts'
import { loadSecrets } from '../../infra/start/secrets.ts'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { WIDTHS } from './journey.ts'
import { fillSignInForm, signIn, type TestUser } from './sign-in.ts'

describe.each(WIDTHS)('a sign-in of 13 hours ago, $width pixels wide', (viewport) => {
  const { origin, dataDir } = runningProduct()
  const admin = { email: ADMIN_EMAIL, firstName: 'Adwoa', lastName: 'Boss' }
  const esi = { email: `esi${viewport.width}@recent.example.org`, firstName: 'Esi', lastName: 'Owusu' }
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(closeContexts)

  const givenOldSignIn = async (user: TestUser) => {
    const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/discover`, user)
    const server = readPidFile(clusterAt(dataDir).data)
    const url = `postgres://gateway:${loadSecrets(dataDir).database.gateway}@127.0.0.1:${server?.port}/griot`
    await withClient(url, (client) =>
      client.query(
        `update browser_session set authenticated_at = clock_timestamp() - interval '13 hours'
         from user_account where user_account.id = user_id and email = $1`,
        [user.email],
      ),
    )
    // The gateway caches a session for less than a second. The body is invalid, so nothing is deleted.
    const tryDeletion = () =>
      page.request.fetch(origin + DeleteAccount.path, { method: DeleteAccount.method, data: {} })
    await expect.poll(async () => (await tryDeletion()).text()).toContain('sign_in.too_old')
    return page
  }

  const signInAgain = async (page: Page, name: string, user: TestUser) => {
    const link = page.getByRole('link', { name })
    await link.waitFor()
    expect(await axeViolations(page)).toEqual([])
    const address = page.url()
    await link.click()
    await fillSignInForm(page, user)
    await page.waitForURL(address)
  }

  it('is not enough for the queue of all users; a new one returns to it', async () => {
    const page = await givenOldSignIn(admin)
    await page.goto(`${origin}/admin?tab=queue`)
    await signInAgain(page, 'Sign In Again', admin)
    await page.getByRole('heading', { name: 'Files', exact: true }).waitFor()
    await page.context().close()
  })

  it('is not enough for the page of modules; a new one returns to it', async () => {
    const page = await givenOldSignIn(admin)
    await page.goto(`${origin}/mfe/`)
    await signInAgain(page, 'Sign In Again', admin)
    await page.getByRole('heading', { name: 'Modules of Griot' }).waitFor()
    await page.context().close()
  })

  it('is enough for a creator, but not to delete the account', async () => {
    const page = await givenOldSignIn(esi)
    await page.goto(`${origin}/admin?tab=queue`)
    await page.getByRole('heading', { name: 'Your files' }).waitFor()

    await page.goto(`${origin}/account/delete`)
    await page.getByRole('textbox').fill(DELETE_WORDS)
    await page.getByRole('button', { name: 'Delete Everything' }).click()
    await signInAgain(page, 'Sign In Again', esi)
    await page.getByRole('textbox').fill(DELETE_WORDS)
    await page.getByRole('button', { name: 'Delete Everything' }).click()
    await page.waitForURL(`${origin}/`)
    await page.getByRole('link', { name: 'Log In', exact: true }).waitFor()
    await page.context().close()
  })
})
