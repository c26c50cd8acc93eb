// The French texts that every page or the first sign-in needs, with the same keys as in English.

import errors from './fr/errors.json' with { type: 'json' }
import frame from './fr/frame.json' with { type: 'json' }
import overview from './fr/overview.json' with { type: 'json' }
import signIn from './fr/sign-in.json' with { type: 'json' }
import { pageTitlesFr, pageWordsFr } from './page-words-fr.ts'
import type { PageWords, Words } from './same-keys.ts'

export const words: Words = {
  errors,
  frame: { ...frame, pages: { ...frame.pages, ...pageTitlesFr } },
  overview,
  signIn,
}

/** Its type refuses a language that lacks a key of English. */
export const pageWords: PageWords = pageWordsFr
