// The French texts that every page or the first sign-in needs, with the same keys as in English.

import errors from './fr/errors.json' with { type: 'json' }
import frame from './fr/frame.json' with { type: 'json' }
import overview from './fr/overview.json' with { type: 'json' }
import signIn from './fr/sign-in.json' with { type: 'json' }
import { pageTitles } from './page-words.ts'
import type { Words } from './same-keys.ts'

export const words: Words = {
  errors,
  frame: { ...frame, pages: { ...frame.pages, ...pageTitles.fr } },
  overview,
  signIn,
}
