import type { ServerResponse } from 'node:http'

/** For every answer; whoever sends a page or a file of another kind sets its own policy over this one. */
export const setSecurityHeaders = (response: ServerResponse, isHttps: boolean) => {
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-security-policy', API_POLICY)
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('referrer-policy', 'same-origin')
  if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000')
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
