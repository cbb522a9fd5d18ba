import type { Page } from 'playwright-core'

export interface Person {
  email: string
  firstName: string
  lastName: string
}

/** From the landing page through the form of the embedded provider, to the page that was asked for. */
export const signIn = async (page: Page, address: string, person: Person) => {
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await introduce(page, person)
  await page.waitForURL(address)
}

/** Fills in the form of the embedded provider. */
export const introduce = async (page: Page, { email, firstName, lastName }: Person) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
