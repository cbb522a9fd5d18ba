import * as sdk from '@griot/shell-sdk/react'
import * as query from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as router from 'react-router-dom'

const LIBRARIES = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-router-dom': router,
  '@tanstack/react-query': query,
  '@griot/shell-sdk/react': sdk,
}

/** The names that this build can import, as JSON. */
export const sharedExports = () =>
  JSON.stringify(Object.fromEntries(Object.entries(LIBRARIES).map(([name, library]) => [name, Object.keys(library)])))
