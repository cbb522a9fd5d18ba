import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A private certificate authority and a server certificate that it signed. */
export const createAuthority = (name = 'DNS:localhost') => {
  const dir = mkdtempSync(join(tmpdir(), 'griot-test-authority-'))
  const file = (name: string) => join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })

  writeFileSync(file('names'), `subjectAltName=${name}`)
  openssl('req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=Griot test', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', '-new', ...KEY, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem')
  return {
    ca: file('ca.pem'),
    certificate: file('server.pem'),
    key: file('server.key'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export type TestAuthority = ReturnType<typeof createAuthority>
