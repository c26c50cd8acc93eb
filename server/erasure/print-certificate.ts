// Prints a certificate of erasure as a page in English, French or Arabic. Pure.

import { z } from 'zod'
import { environments } from '../kernel/environment.ts'
import { legalTextIn } from '../markets/legal-text.ts'
import { verificationStatuses } from '../verifications/verification.ts'
import { type CertificateFile, fingerprintOf } from './certificate.ts'
import { type CertificateLanguage, certificateWords } from './certificate-words.ts'
import { erasureCounts, erasureDigests, erasureEntry } from './erasure.ts'
import { escapeHtml, factTable, htmlPage } from './html.ts'

const fields = z.object({
  id: z.string(),
  instance_id: z.string(),
  issued_at: z.string(),
  verification: z.object({
    id: z.string(),
    environment: z.enum(environments),
    country: z.string(),
    status: z.enum(verificationStatuses),
    submitted_at: z.string(),
  }),
  erased_at: z.string(),
  reason: erasureEntry.shape.reason,
  ground: z.object({
    code: z.string(),
    law: z.object({ en: z.string(), fr: z.string(), ar: z.string().optional() }),
    floor_ended_at: z.string().nullable(),
  }),
  by: z.object({ kind: erasureEntry.shape.by_kind, id: z.string().nullable() }),
  requested_by: z.string().nullable(),
  approval_id: z.string().nullable(),
  authority_reference: z.string().nullable(),
  destroyed: erasureCounts,
  sha256: erasureDigests,
})

export function printCertificate(file: CertificateFile, language: CertificateLanguage): string {
  const w = certificateWords[language]
  const read = fields.parse(file.certificate)
  const { signature } = file
  const body = `<h1>${escapeHtml(w.title)}</h1>
<p>${escapeHtml(w.text)}</p>
${factTable(factsOf(read, language))}
<h2>${escapeHtml(w.destroyed)}</h2>
${factTable(namedBy(w.counted, read.destroyed))}
<h2>${escapeHtml(w.digests)}</h2>
${factTable(namedBy(w.digested, read.sha256))}
<p>${escapeHtml(w.kept)}</p>
${factTable([
  [w.key, signature.key_id],
  [w.fingerprint, fingerprintOf(signature.public_key)],
  [w.signature, signature.value],
])}
<p>${escapeHtml(w.signed)}</p>`
  return htmlPage(`${w.title} ${read.verification.id}`, language, body)
}

function factsOf(
  read: z.infer<typeof fields>,
  language: CertificateLanguage,
): readonly (readonly [string, string])[] {
  const w = certificateWords[language]
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const { verification, ground, by } = read
  const optional = [
    [w.asked, read.requested_by],
    [w.approval, read.approval_id],
    [w.authority, read.authority_reference],
  ] as const
  return [
    [w.id, read.id],
    [w.instance, read.instance_id],
    [w.verification, verification.id],
    [w.environment, w.environments[verification.environment]],
    [w.country, countries.of(verification.country) ?? verification.country],
    [w.status, w.statuses[verification.status]],
    [w.submitted, verification.submitted_at],
    [w.erased, read.erased_at],
    [w.issued, read.issued_at],
    [w.reason, w.reasons[read.reason]],
    [w.ground, legalTextIn(ground.law, language).text],
    [w.floor, ground.floor_ended_at ?? w.none],
    [w.by, by.id === null ? w.actors[by.kind] : `${w.actors[by.kind]} ${by.id}`],
    ...optional.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  ]
}

/** What there was none of, null, is left out. */
function namedBy<Code extends string>(
  names: Readonly<Record<Code, string>>,
  values: Readonly<Record<Code, string | number | null>>,
): readonly (readonly [string, string])[] {
  const codes = Object.keys(names) as Code[]
  return codes.flatMap((code) => {
    const value = values[code]
    return value === null ? [] : [[names[code], String(value)] as const]
  })
}
