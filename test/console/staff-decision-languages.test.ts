// Long: the decision of staff once more, in French and in Arabic.

import { test } from 'node:test'
import { ar, fr } from '../support/console-words.ts'
import { withoutChromium } from './browser.ts'
import { decideAsStaff } from './decide-as-staff.ts'

const options = { skip: withoutChromium }

for (const language of [
  { locale: 'fr-SN', words: fr },
  { locale: 'ar-MA', words: ar },
]) {
  test(`staff approve a verification in ${language.locale}`, options, (t) =>
    decideAsStaff(t, language),
  )
}
