import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { withoutChromium } from './browser.ts'
import { decideAsStaff } from './decide-as-staff.ts'

const options = { skip: withoutChromium }

test('staff approve a verification that no provider decides', options, (t) =>
  decideAsStaff(t, { locale: 'en-GB', words: en }),
)
