// The Arabic texts that every page or the first sign-in needs, with the same keys as in English.

import errors from './ar/errors.json' with { type: 'json' }
import frame from './ar/frame.json' with { type: 'json' }
import overview from './ar/overview.json' with { type: 'json' }
import signIn from './ar/sign-in.json' with { type: 'json' }
import { pageTitlesAr, pageWordsAr } from './page-words-ar.ts'
import type { PageWords, Words } from './same-keys.ts'

export const words: Words = {
  errors,
  frame: { ...frame, pages: { ...frame.pages, ...pageTitlesAr } },
  overview,
  signIn,
}

/** Its type refuses a language that lacks a key of English. */
export const pageWords: PageWords = pageWordsAr
