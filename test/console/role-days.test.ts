import { test } from 'node:test'
import { withoutChromium } from './browser.ts'
import {
  administratorsDay,
  auditorsDay,
  developersDay,
  leadsDay,
  reviewersDay,
} from './role-days.ts'

const options = { skip: withoutChromium }

test('a reviewer’s day', options, (t) => reviewersDay(t, 'en'))
test('a lead’s day', options, (t) => leadsDay(t, 'en'))
test('an auditor’s day', options, (t) => auditorsDay(t, 'en'))
test('an administrator’s day', options, (t) => administratorsDay(t, 'en'))
test('a developer’s day', options, (t) => developersDay(t, 'en'))
