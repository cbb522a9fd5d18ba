import type { Page } from 'playwright-core'

export interface TestUser {
  email: string
  firstName: string
  lastName: string
}

/** Signs in from the landing page, and returns to the address. */
export const signIn = async (page: Page, address: string, user: TestUser) => {
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
