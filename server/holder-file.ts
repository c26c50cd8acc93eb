// Writes the file beside the lock of the data folder, for commands and checks that find the server running:
// where it listens, which master key it holds, and which certificate its clients see.

import type { About } from './about.ts'
import type { LockHolder, ServerLock } from './db/server-lock.ts'
import { certificateFacts } from './operations/encryption-keys/certificate-facts.ts'

/** Writes anew what has changed; the rest stays. */
export type WriteHolder = (changed: Partial<Omit<LockHolder, 'pid'>>) => void

export function openHolderFile(lock: Pick<ServerLock, 'writeHolder'>): WriteHolder {
  let latest: Omit<LockHolder, 'pid'> = { url: undefined, publicUrl: undefined }
  return (changed) => {
    latest = { ...latest, ...changed }
    lock.writeHolder(latest)
  }
}

/** @param chain PEM, the server's own certificate first */
export function recordCertificate(
  writeHolder: WriteHolder,
  about: Pick<About, 'certificate'>,
  chain: Buffer,
): void {
  const facts = certificateFacts(chain)
  if (facts.kind === 'unreadable') return
  const certificate = { fingerprint: facts.fingerprint, expiresAt: facts.expiresAt }
  about.certificate = certificate
  try {
    writeHolder({ certificate })
  } catch {
    // A full disk ends no server: its new certificate is in use, and written down with the next change.
  }
}
