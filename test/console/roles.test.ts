import { test } from 'node:test'
import { withoutChromium } from './browser.ts'
import { followOffers } from './follow-offers.ts'

const options = { skip: withoutChromium }

test(
  'a reviewer and a developer open what they are offered, and see why they cannot open the rest',
  options,
  (t) => followOffers(t, ['reviewer', 'developer']),
)
