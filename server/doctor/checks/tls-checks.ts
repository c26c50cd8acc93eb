// Checks of the encrypted transport: plain HTTP, and the server's certificate with its key.

import type { ShownCertificate } from '../../db/server-lock.ts'
import { dayMs } from '../../kernel/durations.ts'
import {
  bareHost,
  type CertificateFacts,
  certificateFileFacts,
  isCertificateFor,
} from '../../operations/encryption-keys/certificate-facts.ts'
import { readTlsFiles, TlsFilesError } from '../../settings/tls-files.ts'
import { withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from '../outcome.ts'

export const tlsChecks = {
  transport: withSettings(({ config: { insecureHttp } }) => judgeTransport(insecureHttp)),
  certificate_expiry: withSettings(async ({ config: { tls }, clock, shownCertificate }) =>
    tls === undefined
      ? notSetUp()
      : judgeExpiry(await certificateFileFacts(tls.certFile), clock.now(), shownCertificate),
  ),
  certificate_match: withSettings(async ({ config: { tls, publicUrlSet } }) => {
    if (tls === undefined) return notSetUp()
    const host = publicUrlSet === undefined ? undefined : new URL(publicUrlSet).hostname
    try {
      return judgeHost((await readTlsFiles(tls)).cert, host)
    } catch (error) {
      if (!(error instanceof TlsFilesError)) throw error
      return failed('not_usable', { items: error.problems.map(({ name }) => name) })
    }
  }),
}

export function judgeTransport(isInsecure: boolean): DoctorOutcome {
  return isInsecure ? warning('insecure') : well()
}

const failsBeforeMs = 7 * dayMs
const warnsBeforeMs = 30 * dayMs

/** @param shown that the running server shows, which reads the file only when it is told to */
export function judgeExpiry(
  facts: CertificateFacts,
  nowMs: number,
  shown?: ShownCertificate,
): DoctorOutcome {
  if (facts.kind === 'unreadable') return failed('unreadable')
  const { expiresAt, validFrom } = facts
  const restMs = expiresAt - nowMs
  const values = { expires_at: expiresAt }
  if (validFrom > nowMs) return failed('not_yet', { values: { valid_from_at: validFrom } })
  if (shown !== undefined && shown.fingerprint !== facts.fingerprint) {
    const both = { values: { ...values, shown_until_at: shown.expiresAt } }
    if (restMs <= 0) return failed('expired_in_file', both)
    return shown.expiresAt - nowMs < failsBeforeMs
      ? failed('not_loaded', both)
      : warning('not_loaded', both)
  }
  if (restMs <= 0) return failed('expired', { values })
  if (restMs < failsBeforeMs) return failed('expires_now', { values })
  return restMs < warnsBeforeMs ? warning('expires', { values }) : well({ values })
}

/** @param cert PEM, the server's certificate first  @param host of the public URL; undefined if none is set */
export function judgeHost(cert: Buffer, host: string | undefined): DoctorOutcome {
  if (host === undefined) return well({}, 'no_host')
  const values = { host: bareHost(host) }
  return isCertificateFor(cert, values.host) ? well({ values }) : failed('other_host', { values })
}
