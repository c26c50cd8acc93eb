// The certificate that a webhook shows to a receiver which asks for one: read from PEM, held against its
// key, put into one form. Pure.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** PEM: the chain with its own certificate first, and the key of that one. */
export interface ClientCertificate {
  readonly certificate: string
  readonly privateKey: string
}

export type CertificateFlaw = {
  readonly field: 'certificate' | 'private_key'
  /** A sentence that quotes nothing of what was given. */
  readonly message: string
}

export type CertificateReading =
  | { readonly kind: 'good'; readonly certificate: ClientCertificate }
  | { readonly kind: 'flawed'; readonly flaws: readonly CertificateFlaw[] }

/** Keeps nothing but certificates and key: comments and attributes between them are dropped. */
export function readClientCertificate(given: ClientCertificate, nowMs: number): CertificateReading {
  const chain = readChain(given.certificate)
  const key = readKey(given.privateKey)
  const flaws = [
    ...flawsOf('certificate', typeof chain === 'string' ? chain : flawOfChain(chain, nowMs)),
    ...flawsOf('private_key', typeof key === 'string' ? key : flawOfKey(chain, key)),
  ]
  if (flaws.length > 0 || typeof chain === 'string' || typeof key === 'string') {
    return { kind: 'flawed', flaws }
  }
  const certificate = chain.map((one) => one.toString()).join('')
  const privateKey = String(key.export({ type: 'pkcs8', format: 'pem' }))
  return { kind: 'good', certificate: { certificate, privateKey } }
}

export interface CertificateDescription {
  /** On one line, as in `CN=svc.bank.example, O=Bank`. */
  readonly subject: string
  /** Pairs of capital hexadecimal digits with colons between them. */
  readonly fingerprintSha256: string
  readonly expiresAt: number
}

/** Of the first certificate in a chain that was read before. */
export function describeCertificate(chain: string): CertificateDescription {
  const { subject, fingerprint256, validToDate } = new X509Certificate(chain)
  return {
    subject: subject.split('\n').join(', '),
    fingerprintSha256: fingerprint256,
    expiresAt: validToDate.getTime(),
  }
}

type Chain = readonly [X509Certificate, ...X509Certificate[]]

const chainLengthMax = 10
const rsaBitsMin = 2048
/** P-256, P-384 and P-521: the ones that TLS 1.3 signs with (RFC 8446, 4.2.3). */
const curves = ['prime256v1', 'secp384r1', 'secp521r1']
const block = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g

/** The sentence says what is wrong with what is no chain. */
function readChain(pem: string): Chain | string {
  const blocks = [...pem.matchAll(block)]
  if (blocks.length > chainLengthMax) {
    return `The certificate in client_certificate has a chain of at most ${chainLengthMax} certificates.`
  }
  // Kept and shown in the clear, so that no key must slip in with it.
  const [first, ...more] = blocks.map(([text]) => orUndefined(() => new X509Certificate(text)))
  if (first && more.every((one) => one !== undefined)) return [first, ...more]
  return 'The certificate in client_certificate holds X.509 certificates in PEM and nothing else, its own first.'
}

function readKey(pem: string): KeyObject | string {
  if (pem.includes('ENCRYPTED')) {
    return 'The private key in client_certificate is encrypted; send it without a passphrase, over TLS.'
  }
  const key = orUndefined(() => createPrivateKey({ key: pem, format: 'pem' }))
  return key ?? 'The private key in client_certificate is no private key in PEM.'
}

function flawOfChain([own]: Chain, nowMs: number): string | undefined {
  if (own.validToDate.getTime() <= nowMs) {
    return 'The certificate in client_certificate has expired; receivers would refuse it.'
  }
  const key = orUndefined(() => own.publicKey)
  if (key && isTakenByTls(key)) return undefined
  return `The certificate in client_certificate needs an RSA key of at least ${rsaBitsMin} bits, an EC key on P-256, P-384 or P-521, or an Ed25519 key.`
}

/** What OpenSSL would refuse at every attempt is refused once, here. */
function isTakenByTls({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  switch (asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return modulusLength >= rsaBitsMin
    case 'ec':
      return curves.includes(namedCurve)
    default:
      return asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448'
  }
}

/** Whether a key fits can only be told of a certificate that was read. */
function flawOfKey(chain: Chain | string, key: KeyObject): string | undefined {
  if (typeof chain === 'string' || chain[0].checkPrivateKey(key)) return undefined
  return 'The private key in client_certificate does not belong to its certificate.'
}

function flawsOf(
  field: CertificateFlaw['field'],
  message: string | undefined,
): readonly CertificateFlaw[] {
  return message === undefined ? [] : [{ field, message }]
}

/** What OpenSSL says of a flaw may quote it. */
function orUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
