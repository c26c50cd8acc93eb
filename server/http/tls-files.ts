// The server's certificate and key, read from their files and tried out before anyone depends on them.

import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

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

/** @throws Error when a file cannot be read, is not PEM, or the two do not belong together */
export async function readTlsFiles(files: TlsFiles): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)])
  const material = { cert, key, minVersion: 'TLSv1.2' } as const
  createSecureContext(material)
  return material
}
