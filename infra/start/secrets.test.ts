import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('loadSecrets', () => {
  it('creates them once, readable by the owner only', () => {
    const secrets = loadSecrets(folder)
    expect(loadSecrets(folder)).toEqual(secrets)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(new Set(Object.values(secrets.database)).size).toBe(5)
  })

  it('creates a matching identity key pair', () => {
    const { privateKey, publicKey } = loadSecrets(folder).identity
    const signature = sign(null, Buffer.from('data'), createPrivateKey({ key: privateKey, format: 'jwk' }))
    expect(verify(null, Buffer.from('data'), createPublicKey({ key: publicKey, format: 'jwk' }), signature)).toBe(true)
    expect(publicKey).not.toHaveProperty('d')
  })

  it('does not replace an invalid file', () => {
    writeFileSync(join(folder, 'secrets.json'), '{"database":')
    expect(() => loadSecrets(folder)).toThrow(/is not a valid secrets file/)
  })
})
