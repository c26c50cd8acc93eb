// Reads the client certificate that a webhook presents to a receiver which asks for one: parses the
// PEM, checks the key against the certificate, and writes both in a canonical form. Pure.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** PEM: the chain with the client's own certificate first, and its private key. */
export interface ClientCertificate {
  readonly certificate: string
  readonly privateKey: string
}

type CertificateFlaw = {
  readonly field: 'certificate' | 'private_key'
  /** A sentence that quotes nothing of the input. */
  readonly message: string
}

type CertificateReading =
  | { readonly kind: 'good'; readonly certificate: ClientCertificate }
  | { readonly kind: 'flawed'; readonly flaws: readonly CertificateFlaw[] }

/** Keeps only certificates and key; drops comments and attributes between them. */
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

interface CertificateDescription {
  /** On one line, as in `CN=svc.bank.example, O=Bank`. */
  readonly subject: string
  /** Pairs of capital hexadecimal digits with colons between them. */
  readonly fingerprintSha256: string
  readonly expiresAt: number
}

/** Describes the first certificate of a chain that `readClientCertificate` accepted. */
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
/** Each handshake signs with the key on the event loop: a made-up one of 15 000 bits takes a second. */
const rsaBitsMax = 4096
/** P-256, P-384 and P-521: the ones that TLS 1.3 signs with (RFC 8446, 4.2.3). */
const curves = ['prime256v1', 'secp384r1', 'secp521r1']
const block = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g

/** Returns a sentence about the fault where `pem` is not a chain. */
function readChain(pem: string): Chain | string {
  const blocks = [...pem.matchAll(block)]
  if (blocks.length > chainLengthMax) {
    return `The certificate in client_certificate has a chain of at most ${chainLengthMax} certificates.`
  }
  // The chain is stored and shown unencrypted, so no private key may be part of it.
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
  return `The certificate in client_certificate needs an RSA key of ${rsaBitsMin} to ${rsaBitsMax} bits, an EC key on P-256, P-384 or P-521, or an Ed25519 key.`
}

/** Rejects here, once, the keys that OpenSSL would reject at every attempt. */
function isTakenByTls({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  switch (asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return modulusLength >= rsaBitsMin && modulusLength <= rsaBitsMax
    case 'ec':
      return curves.includes(namedCurve)
    default:
      return asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448'
  }
}

/** Checks the key only where the certificate could be read. */
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

/** Drops OpenSSL's error, whose message may quote the input. */
function orUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
