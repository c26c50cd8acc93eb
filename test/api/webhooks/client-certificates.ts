// Client certificates for tests: good ones, and ones that are wrong in a chosen way.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import { generate } from 'selfsigned'

export interface CertificateFields {
  readonly certificate: string
  readonly private_key: string
}

interface CertificateOrder {
  readonly name?: string
  readonly endsAt?: Date
  readonly rsaBits?: 1024 | 2048
}

/** Signs itself; valid from the beginning of time, on whatever clock, unless it is to end. */
export async function clientCertificate(order: CertificateOrder = {}): Promise<CertificateFields> {
  const { name = 'svc.bank.example', endsAt = new Date('2100-01-01'), rsaBits } = order
  const attributes = [
    { name: 'commonName', value: name },
    { name: 'organizationName', value: 'Banque du Sahel' },
  ]
  const made = await generate(attributes, {
    algorithm: 'sha256',
    notBeforeDate: new Date(0),
    notAfterDate: endsAt,
    ...(rsaBits === undefined ? { keyType: 'ec' } : { keySize: rsaBits }),
  })
  return { certificate: made.cert, private_key: made.private }
}

/** With a made-up RSA key of that many bits, in which only the modulus fits. Its signature is wrong, too. */
export async function certificateOfLongKey(bits: number): Promise<CertificateFields> {
  const base64 = (value: bigint) => Buffer.from(value.toString(16), 'hex').toString('base64url')
  const half = 2n ** BigInt(bits / 2 - 1) * 2n - 1n
  const parts = { d: half, p: half, q: half, dp: half, dq: half, qi: half }
  const numbers = Object.entries({ n: half * half, ...parts }).map(([n, v]) => [n, base64(v)])
  const jwk = { kty: 'RSA', e: 'AQAB', ...Object.fromEntries(numbers) }
  const key = createPrivateKey({ format: 'jwk', key: jwk })
  const { certificate } = await clientCertificate({ rsaBits: 2048 })
  return {
    certificate: withPublicKey(new X509Certificate(certificate), createPublicKey(key)),
    private_key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** The lengths of the certificate and of its signed part stand in its first bytes (X.690, 8.1.3). */
function withPublicKey({ raw, publicKey }: X509Certificate, other: KeyObject): string {
  const [before, after] = [publicKey, other].map((key) =>
    key.export({ type: 'spki', format: 'der' }),
  )
  if (before === undefined || after === undefined) throw new Error('a key without bytes')
  const at = raw.indexOf(before)
  const changed = Buffer.concat([raw.subarray(0, at), after, raw.subarray(at + before.length)])
  for (const lengthAt of [2, 6]) {
    changed.writeUInt16BE(changed.readUInt16BE(lengthAt) + after.length - before.length, lengthAt)
  }
  const lines = changed.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** The private key of nobody, under a passphrase. */
export function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: {
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    },
  })
  return privateKey
}
