// How the appliance proves itself to the directory: with its client secret or with a private key.

import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ClientAuth, ClientSecretPost, PrivateKeyJwt } from 'openid-client'
import type { Config, Secrets } from '../config.ts'

type Settings = NonNullable<Config['oidc']>

/** @throws Error if the file holds no RSA or EC P-256 key */
export async function clientAuthentication(
  { clientAuthentication: method, clientKeyFile, clientKeyId: kid }: Settings,
  { oidcClientSecret }: Pick<Secrets, 'oidcClientSecret'>,
): Promise<ClientAuth> {
  if (clientKeyFile !== undefined) {
    const key = await readKey(clientKeyFile)
    return PrivateKeyJwt(kid === undefined ? key : { key, kid })
  }
  return method === 'client_secret_basic'
    ? clientSecretBasic(oidcClientSecret)
    : ClientSecretPost(oidcClientSecret)
}

/**
 * In place of `ClientSecretBasic`, which escapes `-`, `_` and `.` too. RFC 6749 (2.3.1) lets these stand as they are,
 * and directories that do not decode id and secret, such as LemonLDAP::NG 2.16, refuse them escaped.
 */
function clientSecretBasic(secret = ''): ClientAuth {
  return (_, client, __, headers) => {
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

/** As a value of a form is written (`application/x-www-form-urlencoded`). */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

const algorithms = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ec: { name: 'ECDSA', namedCurve: 'P-256' },
} as const

type SigningKey = Extract<Parameters<typeof PrivateKeyJwt>[0], { readonly algorithm: unknown }>

async function readKey(file: string): Promise<SigningKey> {
  const key = createPrivateKey(readFileSync(file))
  const algorithm = algorithms[key.asymmetricKeyType as keyof typeof algorithms]
  if (algorithm === undefined) {
    throw new Error('SVC_OIDC_CLIENT_KEY_FILE must hold an RSA or EC P-256 private key')
  }
  // The types of Node and of browsers differ in newer uses of keys, which this one has not.
  return key.toCryptoKey(algorithm, false, ['sign']) as unknown as SigningKey
}
