// The English texts that every page or the first sign-in needs. Other languages have the same keys.

import errors from './en/errors.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }
import overview from './en/overview.json' with { type: 'json' }
import signIn from './en/sign-in.json' with { type: 'json' }
import { pageTitlesEn, pageWordsEn } from './page-words-en.ts'

export const words = {
  errors,
  frame: { ...frame, pages: { ...frame.pages, ...pageTitlesEn } },
  overview,
  signIn,
}

export const pageWords = pageWordsEn
