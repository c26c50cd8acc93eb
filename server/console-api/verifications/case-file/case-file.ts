// The content of a case file, and the same with the texts of its language. Pure.

import { type Figures, figuresIn } from '../../printing/figures.ts'
import type { DocumentLanguage } from '../../printing/language.ts'
import type { AccessReason } from '../access-reason.ts'
import type { OpenVerification, PersonalDetails } from '../verification-detail.ts'
import { wordsAr } from './words-ar.ts'
import { type CaseFileWords, wordsEn } from './words-en.ts'
import { wordsFr } from './words-fr.ts'

export interface CaseFile {
  readonly language: DocumentLanguage
  readonly opened: OpenVerification
  /** undefined when erased. */
  readonly person: PersonalDetails | undefined
  /** JPEG, by role. */
  readonly images: readonly { readonly role: string; readonly jpeg: Buffer }[]
  /** Decrypted notes by entry id. */
  readonly notes: ReadonlyMap<string, string>
  readonly madeAt: number
  readonly madeBy: string
  readonly purpose: AccessReason | undefined
  /** Id of the request in the audit entry of this file. */
  readonly requestId: string
}

/** A case file with the texts and formats of its language. */
export interface LocalizedCaseFile extends CaseFile {
  readonly words: CaseFileWords
  readonly show: Figures
}

const wordsOf: Readonly<Record<DocumentLanguage, CaseFileWords>> = {
  en: wordsEn,
  fr: wordsFr,
  ar: wordsAr,
}

export function localize(file: CaseFile): LocalizedCaseFile {
  return { ...file, words: wordsOf[file.language], show: figuresIn(file.language) }
}

/** The watermark of each page, so that a test or a specimen is not mistaken for a customer's. */
export function watermarkOf({
  opened,
}: Pick<CaseFile, 'opened'>): 'sandbox' | 'specimen' | undefined {
  if (opened.verification.environment === 'sandbox') return 'sandbox'
  const entries = opened.review?.entries ?? []
  const isSpecimen = entries.some(({ details }) => details.finding === 'document_specimen')
  return isSpecimen ? 'specimen' : undefined
}
