// Long: every screen as each role.

import { test } from 'node:test'
import { roles } from '../../server/users/role.ts'
import { withoutChromium } from './browser.ts'
import { followOffers } from './follow-offers.ts'

const options = { skip: withoutChromium }

test('each role opens what it is offered, and sees why it cannot open the rest', options, (t) =>
  followOffers(t, roles),
)
