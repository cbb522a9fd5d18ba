import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPageRoot } from './page-root.ts'
import { shellElement, shellElements } from './shell-elements.ts'

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  document.body.innerHTML = ''
})

const ended = vi.fn()

function Page() {
  useEffect(() => ended, [])
  return (
    <>
      <nav ref={shellElement}>menu</nav>
      <main>page</main>
    </>
  )
}

it('renders the page again after a module replaced its content', async () => {
  const onError = vi.fn()
  vi.stubGlobal('reportError', onError)
  const root = createPageRoot('root')
  root.render(<Page />)
  await screen.findByText('menu')
  const [removed] = shellElements
  const element = document.getElementById('root')
  if (element) element.innerHTML = '<p>of a module</p>'
  expect(removed?.isConnected).toBe(false)
  root.renew()

  expect(screen.getByRole('navigation')).toHaveTextContent('menu')
  expect(element).toHaveTextContent(/^menupage$/)
  expect([...shellElements]).toEqual([screen.getByRole('navigation')])
  expect(ended).toHaveBeenCalledOnce()
  expect(onError).not.toHaveBeenCalled()
  root.renew()
  root.renew()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(element).toHaveTextContent(/^menupage$/)
  root.render(null)
  await vi.waitFor(() => expect([...shellElements]).toEqual([]))
})
