import * as sdkQuery from '@griot/shell-sdk/query'
import * as sdkReact from '@griot/shell-sdk/react'
import * as sdkRouter from '@griot/shell-sdk/router'
import { SHELL_SDK_VERSION } from '@griot/shell-sdk/version'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'

interface Share {
  version: string
  library: unknown
}

/**
 * All that the shell hands to remotes, already loaded: one React, one router, one query client in the page. Whole
 * libraries cannot be shaken once shared, so the router and the query client go out as the SDK's short lists.
 */
export const shares: Readonly<Record<string, Share>> = {
  react: { version: react.version, library: react },
  'react/jsx-runtime': { version: react.version, library: jsxRuntime },
  'react-dom': { version: reactDom.version, library: reactDom },
  '@griot/shell-sdk/react': { version: SHELL_SDK_VERSION, library: sdkReact },
  '@griot/shell-sdk/router': { version: SHELL_SDK_VERSION, library: sdkRouter },
  '@griot/shell-sdk/query': { version: SHELL_SDK_VERSION, library: sdkQuery },
}
