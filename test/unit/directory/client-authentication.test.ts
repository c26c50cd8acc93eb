// What the appliance sends to prove itself to the directory with its client secret.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientAuthentication } from '../../../server/directory/client-authentication.ts'

type Settings = Parameters<typeof clientAuthentication>[0]

async function credentialsOf(clientId: string, secret: string): Promise<readonly string[]> {
  const settings = { clientAuthentication: 'client_secret_basic' } as Settings
  const authenticate = await clientAuthentication(settings, { oidcClientSecret: secret })
  const headers = new Headers()
  const server = { issuer: 'https://login.bank.example' }
  await authenticate(server, { client_id: clientId }, new URLSearchParams(), headers)
  const [scheme, credentials = ''] = headers.get('authorization')?.split(' ') ?? []
  assert.equal(scheme, 'Basic')
  return Buffer.from(credentials, 'base64').toString().split(':')
}

describe('an id and a secret in the header', () => {
  test('stand as they are where they have letters, digits, dashes, dots and underscores alone', async () => {
    const [id, secret] = ['svc-console', 'A-secret_of.9*']
    assert.deepEqual(await credentialsOf(id, secret), [id, secret])
  })

  test('are written as values of a form where they have others', async () => {
    const [id, secret] = ['svc console', 'a:b%c+d~é']
    const sent = await credentialsOf(id, secret)
    assert.deepEqual(sent, ['svc+console', 'a%3Ab%25c%2Bd%7E%C3%A9'])
    const read = sent.map((text) => new URLSearchParams(`v=${text}`).get('v'))
    assert.deepEqual(read, [id, secret])
  })
})
