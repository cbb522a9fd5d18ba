import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface TestUser {
  email: string
  firstName: string
  lastName: string
}

/** Signs in with requests of the browser context, without pages, and opens the address: three page loads cost more CPU. */
export const signIn = async (page: Page, address: string, { email, firstName, lastName }: TestUser) => {
  const { request } = page.context()
  const form = await request.get(new URL('/api/login', address).href)
  const action = /<form[^>]*action="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const submitted = await request.post(new URL(action, form.url()).href, { form: { email, firstName, lastName } })
  expect(submitted.status()).toBe(200)
  await page.goto(address)
}

/** Signs in from the landing page, and returns to the address. */
export const signInFromLandingPage = async (page: Page, address: string, user: TestUser) => {
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await fillSignInForm(page, user)
  await page.waitForURL(address)
}

/** Fills in and submits the form of the embedded OpenID provider. */
export const fillSignInForm = async (page: Page, { email, firstName, lastName }: TestUser) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
