// The English texts that every page needs. Other languages have the same keys.

import errors from './en/errors.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }
import { pageTitles } from './page-words.ts'

export const words = {
  errors,
  frame: { ...frame, pages: { ...frame.pages, ...pageTitles.en } },
}
