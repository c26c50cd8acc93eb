// Creates certificates for tests: an authority, and certificates for servers and clients that are valid or
// wrong in one way.

import { createPublicKey } from 'node:crypto'
import { generate } from 'selfsigned'
import { systemClock } from '../../server/kernel/clock.ts'

/** Key and certificate, PEM. */
export interface CertifiedKey {
  readonly key: string
  readonly cert: string
}

const dayMs = 24 * 60 * 60 * 1000

const authorityName = 'Test authority'
const authorityExtensions: CertificateOrder['extensions'] = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
]

/** A fresh certificate authority; clients trust it by its `cert`. */
export async function makeAuthority(): Promise<CertifiedKey> {
  return certify({
    name: authorityName,
    validity: validFor(30 * dayMs),
    extensions: authorityExtensions,
  })
}

/** An authority below another one. @param validForMs Default: 30 days; negative for one that is over */
export function certifyAuthority(
  authority: CertifiedKey,
  name: string,
  validForMs = 30 * dayMs,
): Promise<CertifiedKey> {
  const nowMs = systemClock.now()
  return certify({
    name,
    validity: { startMs: nowMs - 60 * dayMs, endMs: nowMs + validForMs },
    authority,
    extensions: authorityExtensions,
  })
}

/** An expired certificate of the same authority by another one (cross-signed). */
export function crossCertifyExpired(
  { key }: CertifiedKey,
  authority: CertifiedKey,
): Promise<CertifiedKey> {
  const nowMs = systemClock.now()
  return certify({
    name: authorityName,
    validity: { startMs: nowMs - 60 * dayMs, endMs: nowMs - dayMs },
    authority,
    extensions: authorityExtensions,
    privateKey: key,
  })
}

/** For a server at 127.0.0.1, ::1 or localhost. */
export function certifyServer(authority: CertifiedKey): Promise<CertifiedKey> {
  return certifyHosts(authority, ['localhost', '127.0.0.1', '::1'], validFor(30 * dayMs))
}

/** Right host, but expired a day ago. */
export function certifyExpiredServer(authority: CertifiedKey): Promise<CertifiedKey> {
  const endMs = systemClock.now() - dayMs
  return certifyHosts(authority, ['localhost', '127.0.0.1', '::1'], {
    startMs: endMs - dayMs,
    endMs,
  })
}

/** Valid, but for a host that no test uses. */
export function certifyWrongHost(authority: CertifiedKey): Promise<CertifiedKey> {
  return certifyHosts(authority, ['elsewhere.example'], validFor(30 * dayMs))
}

/** For a client. */
export function certifyClient(authority: CertifiedKey): Promise<CertifiedKey> {
  return certify({
    name: 'client',
    validity: validFor(30 * dayMs),
    authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
  })
}

interface Validity {
  readonly startMs: number
  readonly endMs: number
}

interface CertificateOrder {
  readonly name: string
  readonly validity: Validity
  readonly extensions: NonNullable<Parameters<typeof generate>[1]>['extensions']
  /** Self-signed without one. */
  readonly authority?: CertifiedKey
  /** PEM; a new key without one. */
  readonly privateKey?: string
}

/** Starts a day ago, so that a clock that is a little behind accepts it. */
function validFor(durationMs: number): Validity {
  const nowMs = systemClock.now()
  return { startMs: nowMs - dayMs, endMs: nowMs + durationMs }
}

function certifyHosts(
  authority: CertifiedKey,
  hosts: readonly string[],
  validity: Validity,
): Promise<CertifiedKey> {
  const isAddress = (host: string) => host.includes(':') || /^[\d.]+$/.test(host)
  return certify({
    name: hosts[0] ?? 'nobody',
    validity,
    authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) =>
          isAddress(host) ? { type: 7, ip: host } : { type: 2, value: host },
        ),
      },
    ],
  })
}

async function certify(order: CertificateOrder): Promise<CertifiedKey> {
  const { name, validity, extensions, authority, privateKey } = order
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(validity.startMs),
    notAfterDate: new Date(validity.endMs),
    ...(extensions === undefined ? {} : { extensions }),
    ...(privateKey === undefined ? {} : { keyPair: keyPairOf(privateKey) }),
    ...(authority === undefined ? {} : { ca: { key: authority.key, cert: authority.cert } }),
  })
  return { key: made.private, cert: made.cert }
}

function keyPairOf(privateKey: string) {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  return { privateKey, publicKey }
}
