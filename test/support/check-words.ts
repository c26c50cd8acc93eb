// Texts of the checks in both languages, for tests.

import en from '../../data/reference/checks/en.json' with { type: 'json' }
import fr from '../../data/reference/checks/fr.json' with { type: 'json' }
import { type CheckTexts, checkText, type ShowValues } from '../../server/doctor/check-text.ts'
import type { DoctorResult } from '../../server/doctor/outcome.ts'

export const checkWords: Readonly<Record<'en' | 'fr', CheckTexts>> = { en, fr }

function showIn(language: string): ShowValues {
  return {
    language,
    number: String,
    bytes: (bytes) => `${bytes} B`,
    duration: (milliseconds) => `${milliseconds} ms`,
    instant: (iso) => iso,
  }
}

export function wordsOf(
  language: 'en' | 'fr',
  told: Pick<DoctorResult, 'name' | 'code' | 'values'>,
) {
  return checkText(checkWords[language], told, showIn(language))
}
