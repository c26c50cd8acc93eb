// Reads a certificate and its key, of the server or for use as a client, and checks that they work.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { codeOf } from '../kernel/has-code.ts'

export interface TlsFiles {
  /** Certificate chain, PEM. */
  readonly certFile: string
  /** Private key of its first certificate, PEM. */
  readonly keyFile: string
}

export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
}

/** The use of a certificate, and the settings that name its files. */
export interface TlsRole {
  readonly owner: 'server' | 'client'
  readonly certSetting: string
  readonly keySetting: string
}

const serverRole: TlsRole = {
  owner: 'server',
  certSetting: 'SVC_TLS_CERT_FILE',
  keySetting: 'SVC_TLS_KEY_FILE',
}

/** The client certificate for the scoring engine. */
export const scoringClientRole: TlsRole = {
  owner: 'client',
  certSetting: 'SVC_SCORING_CLIENT_CERT_FILE',
  keySetting: 'SVC_SCORING_CLIENT_KEY_FILE',
}

/** Thrown for unusable TLS files; the message names the setting and says what to do. */
export class TlsFilesError extends Error {
  /** The setting and its problem. */
  readonly problems: readonly { readonly name: string; readonly message: string }[]

  constructor(name: string, message: string, cause?: unknown) {
    super(`${name} ${message}`, { cause })
    this.name = 'TlsFilesError'
    this.problems = [{ name, message }]
  }
}

/** @throws TlsFilesError if a file cannot be read, is not PEM, or the key does not match the certificate */
export async function readTlsFiles(
  files: TlsFiles,
  role: TlsRole = serverRole,
): Promise<TlsMaterial> {
  const { certFile, keyFile } = files
  const { owner, certSetting, keySetting } = role
  const [cert, key] = await Promise.all([read(certSetting, certFile), read(keySetting, keyFile)])
  const certificate = parseCertificate(certSetting, certFile, cert)
  if (!certificate.checkPrivateKey(parseKey(keySetting, keyFile, key))) {
    throw new TlsFilesError(
      keySetting,
      `names ${keyFile}, which is not the key of the certificate in ${certFile} (${certSetting}). ` +
        `Use matching files; the certificate of the ${owner} itself must be the first in its file.`,
    )
  }
  const material = { cert, key, minVersion: 'TLSv1.2' } as const
  assertUsable(role, certFile, material)
  return material
}

async function read(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new TlsFilesError(name, `names ${file}, which cannot be read (${codeOf(error)})`, error)
  }
}

function parseCertificate(name: string, file: string, pem: Buffer): X509Certificate {
  try {
    if (!pem.includes('-----BEGIN')) throw new Error('no PEM')
    return new X509Certificate(pem)
  } catch (error) {
    const message = `names ${file}, which holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)`
    throw new TlsFilesError(name, message, error)
  }
}

function parseKey(name: string, file: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const message = pem.includes('ENCRYPTED')
      ? `names ${file}, which is protected by a passphrase; the server cannot ask for it. Store the key without one: openssl pkey -in <key> -out <new file>`
      : `names ${file}, which holds no private key in PEM form (-----BEGIN PRIVATE KEY-----)`
    throw new TlsFilesError(name, message, error)
  }
}

/** Finds what only OpenSSL refuses: short keys, weak digests, a malformed certificate in the chain. */
function assertUsable(
  { owner, certSetting }: TlsRole,
  certFile: string,
  material: TlsMaterial,
): void {
  try {
    createSecureContext(material)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const message = `names ${certFile}, which OpenSSL does not accept for a ${owner}${code}. Have a new certificate issued`
    throw new TlsFilesError(certSetting, message, error)
  }
}
