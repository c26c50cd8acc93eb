// Prints a certificate of erasure as a page in French or English. Pure.

import { z } from 'zod'
import type { CertificateFile } from './certificate.ts'
import { escapeHtml, factTable, htmlPage } from './html.ts'

export const certificateLanguages = ['en', 'fr'] as const
export type CertificateLanguage = (typeof certificateLanguages)[number]

const fields = z.object({
  id: z.string(),
  instance_id: z.string(),
  issued_at: z.string(),
  verification: z.object({
    id: z.string(),
    environment: z.string(),
    country: z.string(),
    status: z.string(),
    submitted_at: z.string(),
  }),
  erased_at: z.string(),
  reason: z.string(),
  ground: z.object({
    code: z.string(),
    law: z.object({ en: z.string(), fr: z.string() }),
    floor_ended_at: z.string().nullable(),
  }),
  by: z.object({ kind: z.string(), id: z.string().nullable() }),
  requested_by: z.string().nullable(),
  approval_id: z.string().nullable(),
  authority_reference: z.string().nullable(),
  destroyed: z.record(z.string(), z.number()),
  sha256: z.record(z.string(), z.string().nullable()),
})

const words = {
  en: {
    title: 'Certificate of erasure',
    text: 'The personal data of this verification was destroyed. Its data key is gone from the installation. Backups made before hold it until they are removed by their keep rules; a restore erases it again.',
    kept: 'Kept without personal data: the id, the market, the status with its reasons, the times, the usage counts and the entries of the audit log.',
    signed:
      'This page is for reading. The signed document is the JSON file of the same erasure; svc erase verify checks it.',
    id: 'Certificate',
    instance: 'Installation',
    verification: 'Verification',
    environment: 'Environment',
    country: 'Country',
    status: 'Status',
    submitted: 'Submitted',
    erased: 'Erased',
    issued: 'Issued',
    reason: 'Reason',
    ground: 'Ground in law',
    floor: 'Mandatory retention ended',
    none: 'None',
    by: 'Erased by',
    asked: 'Requested by',
    approval: 'Approval',
    authority: 'Reference of the authority',
    destroyed: 'Destroyed',
    digests: 'SHA-256 of what was destroyed, as it was stored encrypted',
    signature: 'Signature (Ed25519)',
    key: 'Key',
    reasons: {
      subject_request: 'Request of the person',
      period_over: 'Period of retention over',
      authority_order: 'Order of an authority',
      mistaken_submission: 'Submitted by mistake',
      test_data: 'Test data',
    },
    kinds: {
      data_keys: 'data key',
      images: 'images',
      events: 'events and webhook bodies',
      provider_answers: 'provider answer',
      index_entries: 'search index entry',
      scores: 'score',
      review_notes: 'review notes',
    },
  },
  fr: {
    title: 'Certificat d’effacement',
    text: 'Les données personnelles de cette vérification ont été détruites. Sa clé de données n’existe plus dans l’installation. Les sauvegardes antérieures la contiennent jusqu’à leur suppression selon leurs règles de conservation\u00a0; une restauration l’efface à nouveau.',
    kept: 'Conservés sans données personnelles\u00a0: l’identifiant, le marché, le statut et ses motifs, les dates, les compteurs d’utilisation et les écritures du journal d’audit.',
    signed:
      'Cette page est destinée à la lecture. Le document signé est le fichier JSON du même effacement ; svc erase verify le contrôle.',
    id: 'Certificat',
    instance: 'Installation',
    verification: 'Vérification',
    environment: 'Environnement',
    country: 'Pays',
    status: 'Statut',
    submitted: 'Soumise le',
    erased: 'Effacée le',
    issued: 'Établi le',
    reason: 'Motif',
    ground: 'Fondement juridique',
    floor: 'Fin de la conservation obligatoire',
    none: 'Aucune',
    by: 'Effacée par',
    asked: 'Demandée par',
    approval: 'Approbation',
    authority: 'Référence de l’autorité',
    destroyed: 'Détruits',
    digests: 'SHA-256 des données détruites, telles qu’elles étaient chiffrées',
    signature: 'Signature (Ed25519)',
    key: 'Clé',
    reasons: {
      subject_request: 'Demande de la personne',
      period_over: 'Durée de conservation écoulée',
      authority_order: 'Ordre d’une autorité',
      mistaken_submission: 'Soumise par erreur',
      test_data: 'Données d’essai',
    },
    kinds: {
      data_keys: 'clé de données',
      images: 'images',
      events: 'événements et corps de webhook',
      provider_answers: 'réponse du prestataire',
      index_entries: 'entrée de l’index de recherche',
      scores: 'score',
      review_notes: 'notes d’examen',
    },
  },
} as const

export function printCertificate(file: CertificateFile, language: CertificateLanguage): string {
  const w = words[language]
  const read = fields.parse(file.certificate)
  const { signature } = file
  const digests = Object.entries(read.sha256).filter(([, digest]) => digest !== null)
  const body = `<h1>${escapeHtml(w.title)}</h1>
<p>${escapeHtml(w.text)}</p>
${factTable(factsOf(read, language))}
<h2>${escapeHtml(w.destroyed)}</h2>
${factTable(Object.entries(read.destroyed).map(([kind, count]) => [wordOf(w.kinds, kind), String(count)]))}
<h2>${escapeHtml(w.digests)}</h2>
${factTable(digests.map(([kind, digest]) => [kind, digest ?? '']))}
<p>${escapeHtml(w.kept)}</p>
${factTable([
  [w.key, signature.key_id],
  [w.signature, signature.value],
])}
<p>${escapeHtml(w.signed)}</p>`
  return htmlPage(`${w.title} ${read.verification.id}`, language, body)
}

function factsOf(
  read: z.infer<typeof fields>,
  language: CertificateLanguage,
): readonly (readonly [string, string])[] {
  const w = words[language]
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
    [w.environment, verification.environment],
    [w.country, verification.country],
    [w.status, verification.status],
    [w.submitted, verification.submitted_at],
    [w.erased, read.erased_at],
    [w.issued, read.issued_at],
    [w.reason, wordOf(w.reasons, read.reason)],
    [w.ground, ground.law[language]],
    [w.floor, ground.floor_ended_at ?? w.none],
    [w.by, by.id === null ? by.kind : `${by.kind} ${by.id}`],
    ...optional.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  ]
}

function wordOf(known: Readonly<Record<string, string>>, code: string): string {
  return known[code] ?? code
}
