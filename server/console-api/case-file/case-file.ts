// What a case file is made from, and what its parts are handed to write it. Pure.

import type { LookReason } from '../look-reason.ts'
import type { OpenedCase, PersonalDetails } from '../read-case.ts'
import type { CaseFileWords } from './case-file-words.ts'
import { type Figures, figuresIn } from './figures.ts'
import type { DocumentLanguage } from './language.ts'
import { wordsEn } from './words-en.ts'
import { wordsFr } from './words-fr.ts'

export interface CaseFile {
  readonly language: DocumentLanguage
  readonly opened: OpenedCase
  /** undefined where they were erased. */
  readonly person: PersonalDetails | undefined
  /** JPEG, by role. */
  readonly pictures: readonly { readonly role: string; readonly jpeg: Buffer }[]
  /** Opened notes, by entry. */
  readonly notes: ReadonlyMap<string, string>
  readonly madeAt: number
  readonly madeBy: string
  readonly purpose: LookReason | undefined
  /** Under which the audit log has the making of it. */
  readonly requestId: string
}

/** A case file with the words and figures of its language. */
export interface Writing extends CaseFile {
  readonly words: CaseFileWords
  readonly show: Figures
}

const wordsOf: Readonly<Record<DocumentLanguage, CaseFileWords>> = { en: wordsEn, fr: wordsFr }

export function writingOf(file: CaseFile): Writing {
  return { ...file, words: wordsOf[file.language], show: figuresIn(file.language) }
}

/** What each page is marked with: no page of it may be taken for that of a customer. */
export function markOf({ opened }: Pick<CaseFile, 'opened'>): 'sandbox' | 'specimen' | undefined {
  if (opened.verification.environment === 'sandbox') return 'sandbox'
  const entries = opened.review?.entries ?? []
  const isSpecimen = entries.some(({ details }) => details.finding === 'document_specimen')
  return isSpecimen ? 'specimen' : undefined
}

/** A code in words; the code itself where it is of a kind that has none. */
export function inWords(labels: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(labels, code) ? (labels[code] ?? code) : code
}
