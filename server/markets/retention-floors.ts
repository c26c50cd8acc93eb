// The law on keeping what was collected about a person, as data: for each market and kind of data the shortest time it
// must be kept, the ground with its source, and what law adds. Not legal advice: `certainty` says how well the source
// was read, and the bank's counsel confirms it before the bank relies on it.

import type { LegalText } from './legal-text.ts'

/**
 * `client`: a live verification that was approved. `applicant`: a live one that was declined or ended in an error.
 * `applicant_images`: only the images of the latter. `sandbox`: everything of a sandbox verification.
 */
export const retentionKinds = ['client', 'applicant', 'applicant_images', 'sandbox'] as const
export type RetentionKind = (typeof retentionKinds)[number]

export interface RetentionFloor {
  /** Whole years; 0: the law that was read sets no floor. */
  readonly years: number
  /** Where the time begins: the end of the relationship with the client, or the completion of the verification. */
  readonly from: 'relationship_end' | 'completion'
  /** Stable code of the ground. */
  readonly ground: string
  readonly law: LegalText
  readonly source: string
  /** high: the text itself was read; medium: a secondary source; low: no text, to be confirmed by counsel. */
  readonly certainty: 'high' | 'medium' | 'low'
  /** What the law says about keeping longer. No law that was read gives a number of years. */
  readonly ceiling: LegalText
  /** Authority without whose approval nothing of this kind may be destroyed, even after the floor. */
  readonly disposalApproval?: string
}

const clientYears = 10

const noLongerThanNeeded = (law: LegalText): LegalText => ({
  en: `${law.en}: not longer than the purpose needs; no number of years`,
  fr: `${law.fr}\u00a0: pas plus longtemps que la finalité ne l’exige\u00a0; aucun nombre d’années`,
})

const senegalCeiling = noLongerThanNeeded({ en: 'Law 2008-12', fr: 'Loi 2008-12' })
const moroccoCeiling = noLongerThanNeeded({ en: 'Law 09-08', fr: 'Loi 09-08' })
const ivoryCoastCeiling = noLongerThanNeeded({ en: 'Law 2013-450', fr: 'Loi 2013-450' })
const ghanaLaw = 'Data Protection Act 2012 (Act 843)'
const ghanaCeiling = noLongerThanNeeded({ en: ghanaLaw, fr: ghanaLaw })

const noSandboxFloor = {
  years: 0,
  from: 'completion',
  ground: 'sandbox_test',
  law: {
    en: 'None: sandbox verifications are tests and identify no client',
    fr: 'Aucun texte\u00a0: les vérifications du bac à sable sont des essais et n’identifient aucun client',
    ar: 'لا نص: عمليات التحقق في بيئة الاختبار تجارب لا تحدد هوية أي زبون',
  },
  source: 'kind of data',
  certainty: 'high',
} as const

const noApplicantFloor = {
  years: 0,
  from: 'completion',
  ground: 'no_relationship',
  law: {
    en: 'None found: no relationship began. Evidence of a reported suspicion is kept by a legal hold',
    fr: 'Aucun texte trouvé\u00a0: aucune relation n’a commencé. Les pièces d’un soupçon déclaré sont conservées par un gel juridique',
    ar: 'لم يُعثر على أي نص: لم تبدأ أي علاقة. تُحفظ أدلة الاشتباه المصرَّح به بتجميد قانوني',
  },
  source: 'texts on records of clients, read for applicants; confirm with counsel',
  certainty: 'low',
} as const

function rulesOf(
  client: Omit<RetentionFloor, 'from' | 'ceiling'>,
  ceiling: LegalText,
): Readonly<Record<RetentionKind, RetentionFloor>> {
  return {
    client: { ...client, from: 'relationship_end', ceiling },
    applicant: { ...noApplicantFloor, ceiling },
    applicant_images: { ...noApplicantFloor, ceiling },
    sandbox: { ...noSandboxFloor, ceiling },
  }
}

/** By country, ISO 3166-1 alpha-2. Every market has a row (`markets`). */
export const retentionFloors: Readonly<
  Record<string, Readonly<Record<RetentionKind, RetentionFloor>>>
> = {
  SN: rulesOf(
    {
      years: clientYears,
      ground: 'aml_sn',
      law: {
        en: 'Law 2024-08 against money laundering (Directive 01/2023/CM/UEMOA): 10 years from the end of the relationship',
        fr: 'Loi 2024-08 relative à la lutte contre le blanchiment (directive 01/2023/CM/UEMOA)\u00a0: 10 ans à compter de la fin de la relation',
      },
      source:
        'UEMOA directive of 2002, article 11, repeated in later texts; financialafrik.com, 11 September 2024',
      certainty: 'medium',
    },
    senegalCeiling,
  ),
  MA: rulesOf(
    {
      years: clientYears,
      ground: 'aml_ma',
      law: {
        en: 'Law 43-05 against money laundering, article 7, as amended by law 12-18: 10 years from the end of the relationship',
        fr: 'Loi 43-05 relative à la lutte contre le blanchiment, article 7, modifiée par la loi 12-18\u00a0: 10 ans à compter de la fin de la relation',
      },
      source: 'law 43-05 consolidated in 2021, article 7, in secondary sources',
      certainty: 'medium',
    },
    moroccoCeiling,
  ),
  CI: rulesOf(
    {
      years: clientYears,
      ground: 'aml_ci',
      law: {
        en: 'Ordinance 2023-875 against money laundering (UEMOA uniform act): 10 years from the end of the relationship',
        fr: 'Ordonnance 2023-875 relative à la lutte contre le blanchiment (loi uniforme UEMOA)\u00a0: 10 ans à compter de la fin de la relation',
      },
      source: 'UEMOA uniform act, transposed by ordinance 2023-875, in secondary sources',
      certainty: 'medium',
    },
    ivoryCoastCeiling,
  ),
  GH: rulesOf(
    {
      years: 5,
      ground: 'aml_gh',
      law: {
        en: 'Anti-Money Laundering Act 2020 (Act 1044), section 32(7): 5 years, then transfer to PRAAD; no disposal without its approval',
        fr: 'Anti-Money Laundering Act 2020 (Act 1044), section 32(7)\u00a0: 5 ans, puis versement au PRAAD\u00a0; aucune destruction sans son accord',
      },
      source: 'Act 1044, section 32(7); ghanaiantimes.com.gh',
      certainty: 'high',
      disposalApproval: 'PRAAD',
    },
    ghanaCeiling,
  ),
}
